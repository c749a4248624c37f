/** States of the gallery in German: longer words show what is too narrow. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { short } from "./conversation.ts";
import type { GalleryState } from "./gallery-state.ts";
import { stats } from "./samples.ts";

const bundle = path.resolve(import.meta.dirname, "../../../l10n/bundle.l10n.de.json");
const l10n = JSON.parse(readFileSync(bundle, "utf8")) as Record<string, string>;

const names = [
  "01-empty",
  "01-setup",
  "02-streaming",
  "03-conversation",
  "04-approval",
  "04-dialogs",
  "05-too-long",
  "05-lost",
  "05-read-only",
];

/** Some of the states again, without their steps, which go by English names; and typing while the agent runs. */
export function germanStates(states: readonly GalleryState[]): GalleryState[] {
  const again = states
    .filter(({ name }) => names.includes(name))
    .map(({ act: _, name, open, ...rest }) => ({
      ...rest,
      name: `13-german-${name.slice(3)}`,
      open: () => ({ ...open(), l10n }),
    }));
  const typing: GalleryState = {
    name: "13-german-typing",
    height: 460,
    open: () => ({
      l10n,
      snapshot: { ...short, draft: { text: "Sieh dir auch die Sperre an", caret: 0, images: [] } },
      state: {
        isStreaming: true,
        stats: stats(124_000),
        queue: { steering: ["Die API bleibt"], followUp: ["Danach ein Eintrag"] },
      },
    }),
  };
  return [...again, typing];
}
