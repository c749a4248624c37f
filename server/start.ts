/** Starts the server: stdout is taken over, the first session opened, and commands are served until the end. */

import { registerLazyBedrockProvider } from "@earendil-works/pi-ai/lazy-bedrock-provider";
import { registerLazyOAuthFlows } from "@earendil-works/pi-ai/lazy-oauth";
import { getAgentDir } from "@earendil-works/pi-coding-agent";
import { builtins } from "./builtin/builtins.ts";
import type { Options } from "./cli/options.ts";
import { allCommands } from "./commands/all.ts";
import { Dispatcher } from "./rpc/dispatcher.ts";
import { readLines } from "./rpc/framing.ts";
import { takeStdout } from "./rpc/stdout-guard.ts";
import { openTrace } from "./rpc/trace.ts";
import { RecordWriter } from "./rpc/writer.ts";
import { plainError } from "./session/errors.ts";
import { readStreamsDirectly } from "./session/fast-path.ts";
import { firstStore } from "./session/first-store.ts";
import { SessionHost } from "./session/host.ts";
import { configureNetwork } from "./session/network.ts";
import { loadModels, type ServerSetup } from "./session/runtime.ts";
import { rememberSecret } from "./session/secrets.ts";
import { Shutdown } from "./shutdown.ts";

/** Serves the protocol until stdin ends or a signal comes. Sets the exit code when it cannot start. */
export async function start(options: Options): Promise<void> {
  const stdout = takeStdout();
  rememberSecret(options.apiKey);
  if (options.offline) process.env.PI_OFFLINE = "1";
  // Providers are not told by which SDK they are reached, unless somebody wants that.
  process.env.PI_TELEMETRY ??= "0";
  registerLazyOAuthFlows();
  registerLazyBedrockProvider();
  readStreamsDirectly();
  const trace = orEnd(() => (options.trace ? openTrace(options.trace) : undefined));
  const writer = new RecordWriter(stdout, trace?.sent);
  const shutdown = new Shutdown(writer);
  const host = await open(options, writer, shutdown).catch(end);
  const bound = host.bind();
  const dispatcher = new Dispatcher(host, allCommands, (record) => writer.write(record), bound);
  shutdown.serve(host, dispatcher);
  await readLines(process.stdin, (line) => {
    trace?.received(line);
    dispatcher.receive(line);
  });
  await shutdown.end(0);
}

async function open(options: Options, writer: RecordWriter, shutdown: Shutdown): Promise<SessionHost> {
  const agentDir = getAgentDir();
  const store = await firstStore(options, process.cwd(), agentDir);
  const models = await loadModels(agentDir);
  configureNetwork(agentDir);
  const setup: ServerSetup = { options, agentDir, settings: {}, models, builtins: builtins(options) };
  const io = {
    emit: (record: object) => writer.write(record),
    writable: () => writer.ready(),
    shutdown: () => void shutdown.end(0),
  };
  return SessionHost.open(setup, io, store);
}

/** A start that fails is explained on stderr and ends the process with 1. */
function end(error: unknown): never {
  process.stderr.write(`${plainError(error)}\n`);
  process.exit(1);
}

function orEnd<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return end(error);
  }
}
