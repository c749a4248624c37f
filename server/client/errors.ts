import type { TransportEnd } from "./transport.ts";

/** The server refused a command or failed to carry it out; the message is the server's own. */
export class CommandError extends Error {
  readonly command: string;

  constructor(command: string, message: string) {
    super(message);
    this.name = "CommandError";
    this.command = command;
  }
}

/** The server ended before it answered. */
export class ServerEndedError extends Error {
  readonly command: string;
  readonly end: TransportEnd;

  constructor(command: string, end: TransportEnd) {
    super(`${describeEnd(end)} before it answered "${command}".${end.stderr ? `\n${end.stderr}` : ""}`);
    this.name = "ServerEndedError";
    this.command = command;
    this.end = end;
  }
}

/** One sentence without its full stop: how the server ended. */
export function describeEnd(end: TransportEnd): string {
  if (end.error) return `The server could not be started (${end.error})`;
  if (end.signal) return `The server was ended by ${end.signal}`;
  return `The server ended with exit code ${end.exitCode ?? "unknown"}`;
}
