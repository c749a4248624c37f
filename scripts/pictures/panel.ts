/** Pictures of the panel, from states of the gallery. */
import { galleryStates } from "../../test/panel/harness/gallery-states.ts";
import { Harness, type Panel } from "../../test/panel/harness/panel.ts";
import { save } from "./save.ts";

interface Picture {
  /** Of the gallery. */
  state: string;
  /** px of the panel. */
  height: number;
  /** Only what these cover, from edge to edge; the whole panel without. */
  parts?: string[];
}

const composer = [".chat-foot", ".footer"];

const pictures: Record<string, Picture> = {
  "set-up": { state: "01-setup", height: 460 },
  chat: { state: "02-streaming", height: 860 },
  queue: { state: "02-streaming", height: 860, parts: composer },
  steer: { state: "06-typing-while-running", height: 460, parts: composer },
  mention: { state: "06-mention", height: 460, parts: [".popup", ...composer] },
  commands: { state: "06-commands", height: 460, parts: [".popup", ...composer] },
  model: { state: "06-model", height: 560, parts: [".popup", ...composer] },
  context: { state: "06-context", height: 460, parts: [".popup", ...composer] },
  compacted: { state: "03-compaction-open", height: 900, parts: [".compaction"] },
  approval: { state: "04-approval", height: 640, parts: [".request"] },
  dialogs: { state: "04-dialogs", height: 900, parts: [".answered", ".request"] },
  find: { state: "08-find", height: 490 },
  changes: { state: "03-changes-open", height: 700, parts: composer },
  tree: { state: "07-tree", height: 560 },
  actions: {
    state: "03-bar",
    height: 1010,
    parts: ["article:last-of-type .bubble-bar", "article:last-of-type .bubble"],
  },
};

const width = 400;
const scale = 1.5;
/** Takes those of the pictures that are wanted; all without names. */
export async function takePanelPictures(wanted: readonly string[]): Promise<void> {
  const chosen = Object.entries(pictures).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  if (chosen.length === 0) return;
  const harness = await Harness.start();
  try {
    for (const [name, picture] of chosen) {
      const state = galleryStates.find((one) => one.name === picture.state);
      if (!state) throw new Error(`${name}: there is no state ${picture.state}`);
      const panel = await harness.open({
        ...state.open(),
        width,
        height: picture.height,
        reduceMotion: true,
        context: { deviceScaleFactor: scale },
      });
      await state.act?.(panel);
      await panel.page.evaluate(() => document.fonts.ready);
      const clip = await clipOf(panel, picture);
      await save(name, panel.page, await panel.page.screenshot({ clip, animations: "disabled" }));
      await panel.close();
    }
  } finally {
    await harness.stop();
  }
}

/** From edge to edge of the panel, with a little air above and below the parts; what is no part is hidden. */
async function clipOf(panel: Panel, { parts, height }: Picture) {
  if (!parts) return { x: 0, y: 0, width, height };
  const air = 10;
  const boxes = await panel.page.locator(parts.join(", ")).evaluateAll((elements) => {
    document.body.style.visibility = "hidden";
    return elements.map((element) => {
      (element as HTMLElement).style.visibility = "visible";
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  });
  if (boxes.length === 0) throw new Error(`nothing is ${parts.join(" or ")}`);
  const top = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.top)) - air));
  const bottom = Math.min(height, Math.ceil(Math.max(...boxes.map((box) => box.bottom)) + air));
  return { x: 0, y: top, width, height: bottom - top };
}
