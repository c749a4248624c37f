/**
 * The scripted server as a process, for tests that start and kill one:
 * node fake-server.ts --mode rpc [--extras] [--silent] [--fail] [--session FILE].
 * `--silent` never answers, `--fail` writes a line to stderr and ends with 7.
 */
import { LineSplitter } from "../../server/rpc/framing.ts";
import { FakeAgent, type Fields } from "./fake-agent.ts";

const has = (name: string) => process.argv.includes(`--${name}`);

if (has("version")) {
  console.log("fake 1.2.3");
} else if (has("fail")) {
  console.error("no such model");
  process.exitCode = 7;
} else {
  const session = process.argv.indexOf("--session");
  const sessionFile = session < 0 ? undefined : process.argv[session + 1];
  const write = (record: Fields) => process.stdout.write(`${JSON.stringify(record)}\n`);
  const agent = new FakeAgent(write, { extras: has("extras"), ...(sessionFile ? { sessionFile } : {}) });
  const splitter = new LineSplitter((line) => {
    if (!has("silent")) agent.take(JSON.parse(line) as Fields);
  });
  console.error("fake server is up");
  process.stdin.on("data", (chunk: Buffer) => splitter.push(chunk));
  process.stdin.on("end", () => process.exit(0));
}
