/** What VS Code's extension host loads: runs the test files beside this one with mocha. */
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/** Called by the extension host. Rejects when a test failed; `RESULT_FILE` is the file that gets the counts. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: "tdd", color: false, timeout: 30_000, forbidOnly: true, forbidPending: true });
  for (const name of readdirSync(__dirname)) if (name.endsWith(".test.cjs")) mocha.addFile(path.join(__dirname, name));
  const passed = await new Promise<number>((resolve) => {
    let count = 0;
    const runner = mocha.run((failed) => {
      if (process.env.RESULT_FILE) writeFileSync(process.env.RESULT_FILE, JSON.stringify({ passed: count, failed }));
      resolve(failed === 0 ? count : -1);
    });
    runner.on("pass", () => {
      count += 1;
    });
  });
  if (passed < 1) throw new Error("tests failed, or there were none");
}
