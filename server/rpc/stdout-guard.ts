/**
 * stdout carries records and nothing else. Agent extensions and libraries that print are sent to stderr;
 * only the stream returned here still reaches the real stdout.
 */
import { Writable } from "node:stream";

type Write = typeof process.stdout.write;

/** Takes stdout over for the life of the process. To be called before anything else is loaded. */
export function takeStdout(): Writable {
  const stdout = process.stdout;
  const real = stdout.write.bind(stdout) as Write;
  // console.* writes through process.stdout.write as well.
  stdout.write = process.stderr.write.bind(process.stderr) as Write;
  const records = new Writable({
    decodeStrings: false,
    highWaterMark: 1024 * 1024,
    write(text: string, encoding, callback) {
      real(text, encoding, (error) => callback(error));
    },
  });
  stdout.on("error", (error) => records.destroy(error));
  return records;
}
