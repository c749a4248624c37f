/** Terminal output with its colours. Anything else a terminal could be told is left out. */
import Anser, { type AnserJsonEntry } from "anser";
import { lastWritten } from "./terminal.ts";

const cursor = String.raw`\u001b\[[0-?]*[ -/]*[@-ln-~]`;
const titles = String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)`;
const single = String.raw`\u001b[@-Z\\^_]`;
const controls = String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]`;
/** All that a terminal obeys, except colours (`ESC [ … m`). */
const notColours = new RegExp([cursor, titles, single, controls].join("|"), "g");

const names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/** Text of a command as spans; plain text stays one node. */
export function Ansi({ text }: { text: string }) {
  const shown = lastWritten(text.replace(/\\u001b\[/gi, "\u001b["));
  if (!shown.includes("\u001b")) return shown.replace(notColours, "");
  const parts = Anser.ansiToJson(shown.replace(notColours, ""), { use_classes: true, remove_empty: true });
  return parts.map((part, index) => {
    const { className, style } = lookOf(part);
    if (className === "" && !style) return part.content;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: output only grows at its end
      <span key={index} className={className} style={style}>
        {part.content}
      </span>
    );
  });
}

function lookOf({ fg, decorations = [], fg_truecolor }: AnserJsonEntry): {
  className: string;
  style?: { color: string };
} {
  const classes = decorations.map((decoration) => `ansi-${decoration}`);
  const [, bright = "", name = "", index] = /^ansi-(?:(bright-)?([a-z]+)|palette-(\d+))$/.exec(fg ?? "") ?? [];
  if (names.includes(name)) return { className: [`ansi-${bright}${name}`, ...classes].join(" ") };
  const rgb = index === undefined ? (name === "truecolor" ? fg_truecolor : null) : paletteColour(Number(index));
  const className = classes.join(" ");
  return rgb ? { className, style: { color: `color-mix(in srgb, rgb(${rgb}) 60%, var(--well-fg))` } } : { className };
}

/** The colour cube and the greys of the 256-colour palette. */
function paletteColour(index: number): string {
  if (index >= 232)
    return Array(3)
      .fill((index - 232) * 10 + 8)
      .join(",");
  const step = (value: number) => (value === 0 ? 0 : value * 40 + 55);
  const at = index - 16;
  return [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(step).join(",");
}
