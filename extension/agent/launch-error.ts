/** Why a server could not be started, in words for the person: a heading and what to do about it. */
export class LaunchError extends Error {
  readonly title: string;
  /** Last lines that the server wrote to stderr. */
  readonly stderr: string[];

  constructor(title: string, message: string, stderr: string[] = []) {
    super(message);
    this.name = "LaunchError";
    this.title = title;
    this.stderr = stderr;
  }
}
