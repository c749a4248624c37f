/** How the other side ended: exit code or signal, the last lines it wrote to stderr, or why it could not start. */
export interface TransportEnd {
  exitCode: number | null;
  signal: string | null;
  /** The end of stderr, whole lines. */
  stderr: string;
  /** Set when the process could not be started. */
  error?: string;
}

/**
 * What carries records. A message is the text of one record, without its line end.
 * `onMessage` and `onEnd` take one listener each; every message comes before the end, and the end comes once.
 */
export interface Transport {
  onMessage(listener: (message: string) => void): void;
  onEnd(listener: (end: TransportEnd) => void): void;
  /** Never throws: what is sent after the end is lost, and the end says so. */
  send(message: string): void;
}
