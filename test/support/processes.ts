import { execFileSync } from "node:child_process";

export interface Process {
  pid: number;
  parent: number;
  /** Its command line. */
  command: string;
}

/** Every process that `pid` started, and those that these started. */
export function descendantsOf(pid: number): Process[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, own, parent, command]) => ({ pid: Number(own), parent: Number(parent), command: command ?? "" }));
  const found: Process[] = [];
  for (let wanted = [pid]; wanted.length > 0; ) {
    const children = all.filter((process) => wanted.includes(process.parent));
    found.push(...children);
    wanted = children.map((process) => process.pid);
  }
  return found;
}

/** Command lines of all processes of this machine in which `words` stand, whoever started them. */
export function commandsWith(words: string): string[] {
  return execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((command) => command.includes(words));
}
