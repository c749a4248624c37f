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

const isWhole = positionals.length === 0 && !values.theme && !values.width;
if (isWhole) rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const harness = await Harness.start();
const problems: string[] = [];
try {
  for (const state of chosen) {
    for (const width of inWidths) {
      // As in VS Code itself, an editor tab is wide and a side bar is not.
      const panel = await harness.open({
        ...state.open(),
        width,
        place: width >= 900 ? "editor" : "sideBar",
        height: state.height ?? 700,
        reduceMotion: true,
        context: { deviceScaleFactor: 2 },
      });
      await state.act?.(panel).catch((error: unknown) => problems.push(`${state.name} at ${width}: ${error}`));
      await panel.page.evaluate(() => document.fonts.ready);
      for (const theme of inThemes) {
        await panel.setTheme(theme);
        await state.drawn?.(panel);
        const file = path.join(target, `${state.name}-${theme}-${width}.png`);
        await panel.page.screenshot({ path: file, animations: "disabled" });
      }
      problems.push(...panel.problems.map((problem) => `${state.name} at ${width}: ${problem}`));
      await panel.close();
    }
    console.log(state.name);
  }
} finally {
  await harness.stop();
}
for (const problem of problems) console.error(problem);
console.log(`${chosen.length * inThemes.length * inWidths.length} pictures in ${path.relative(process.cwd(), target)}`);
