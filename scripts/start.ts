/**
 * `npm start`: VS Code with Atomic on a sample workspace; `npm start -- --prompt "…"`: one answer in the terminal.
 * Asks nothing; Ctrl+C ends everything it started.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findDesktop, startDesktop } from "./start/desktop.ts";
import { sampleWorkspace } from "./start/workspace.ts";

const usage = `npm start -- [options]

  --prompt TEXT    send one prompt to the server and print the answer
  --model MODEL    with --prompt: the model, as provider/id
  --folder FOLDER  open this folder instead of the sample workspace
  --browser        VS Code in the browser even where a desktop one is installed
  --port PORT      port on 127.0.0.1 for the browser (default: a free one)
`;

async function main(): Promise<void> {
  const { values } = readArgs();
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is no port`);
  // npm runs this in the repository; INIT_CWD is where the person stands.
  const folder = values.folder ? path.resolve(process.env.INIT_CWD ?? ".", values.folder) : sampleWorkspace();
  if (!existsSync(folder)) throw new Error(`--folder ${folder} does not exist`);
  if (values.prompt !== undefined) {
    const { runPrompt } = await import("./start/prompt.ts");
    process.exitCode = await runPrompt(values.prompt, folder, values.model);
    return;
  }
  const closed = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => closed.resolve());
  const desktop = values.browser ? undefined : findDesktop();
  // Each way loads what it needs and no more: the second start is quick.
  const stop = desktop
    ? await startDesktop(desktop, folder, closed.resolve)
    : await (await import("./start/browser.ts")).startInBrowser(folder, port, closed.resolve);
  await closed.promise;
  await stop();
}

function readArgs() {
  try {
    return parseArgs({
      options: {
        prompt: { type: "string" },
        model: { type: "string" },
        folder: { type: "string" },
        browser: { type: "boolean" },
        port: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
