/**
 * Takes a picture of every state of the built panel, in every theme and width, into out/gallery.
 * `node scripts/gallery.ts [part of a state's name …] [--theme dark] [--width 380]`
 */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { galleryStates } from "../test/panel/harness/gallery-states.ts";
import { themes } from "../test/panel/harness/page.ts";
import { Harness } from "../test/panel/harness/panel.ts";

const widths = [240, 380, 900];
const target = path.resolve(import.meta.dirname, "../out/gallery");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { theme: { type: "string", multiple: true }, width: { type: "string", multiple: true } },
});
const chosen = galleryStates.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const inThemes = themes.filter((theme) => values.theme?.includes(theme) ?? true);
const inWidths = widths.filter((width) => values.width?.includes(String(width)) ?? true);

if (positionals.length === 0) rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const harness = await Harness.start();
const problems: string[] = [];
try {
  for (const state of chosen) {
    for (const theme of inThemes) {
      for (const width of inWidths) {
        const name = `${state.name}-${theme}-${width}`;
        // As in VS Code itself, an editor tab is wide and a side bar is not.
        const panel = await harness.open({
          ...state.open(),
          theme,
          width,
          place: width >= 900 ? "editor" : "sideBar",
          height: state.height ?? 700,
          reduceMotion: true,
          context: { deviceScaleFactor: 2 },
        });
        await state.act?.(panel);
        await panel.page.evaluate(() => document.fonts.ready);
        await panel.page.screenshot({ path: path.join(target, `${name}.png`), animations: "disabled" });
        problems.push(...panel.problems.map((problem) => `${name}: ${problem}`));
        await panel.close();
      }
    }
    console.log(state.name);
  }
} finally {
  await harness.stop();
}
for (const problem of problems) console.error(problem);
console.log(`${chosen.length * inThemes.length * inWidths.length} pictures in ${path.relative(process.cwd(), target)}`);
