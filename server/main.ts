#!/usr/bin/env node
/**
 * The entry of the `atomic` binary. It stays small: `--version` and `--help` answer without loading the
 * agent, and the code cache is switched on before the rest is read.
 */
import nodeModule from "node:module";
import { helpText } from "./cli/help.ts";
import { OptionError, type Options, parseOptions } from "./cli/options.ts";
import { nodeProblem, serverVersion } from "./cli/version.ts";

async function main(options: Options): Promise<void> {
  if (options.version) process.stdout.write(`${serverVersion()}\n`);
  else if (options.help) process.stdout.write(helpText);
  else {
    nodeModule.enableCompileCache();
    // How this process itself was started, when an editor started it; what its tools start must not act on it.
    delete process.env.ELECTRON_RUN_AS_NODE;
    const { start } = await import("./start.ts");
    await start(options);
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

const unfit = nodeProblem(process.versions.node);
if (unfit) fail(unfit);
else {
  try {
    await main(parseOptions(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    fail(`${error.message}\nSee atomic --help.`);
  }
}
