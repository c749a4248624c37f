import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Usage {
  /** User and system time so far, in ms. */
  cpuMs: number;
  /** Resident memory, in MiB. */
  rssMib: number;
}

/** Clock ticks a second in /proc: 100 on every Linux that Node runs on. */
const ticks = 100;

/** What a living process has used. Throws when it is gone. */
export function usageOf(pid: number): Usage {
  if (process.platform === "linux") {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const cpu = Number(fields[11]) + Number(fields[12]);
    const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return { cpuMs: (cpu / ticks) * 1000, rssMib: Number(rss) / 1024 };
  }
  const [rss, time] = execFileSync("ps", ["-o", "rss=,time=", "-p", String(pid)], { encoding: "utf8" })
    .trim()
    .split(/\s+/);
  const seconds = (time ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1000, rssMib: Number(rss) / 1024 };
}

/** Resolves when a process has used no CPU time for `quietMs`. */
export async function untilQuiet(pid: number, quietMs = 400): Promise<void> {
  let last = usageOf(pid).cpuMs;
  let since = Date.now();
  while (Date.now() - since < quietMs) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = usageOf(pid).cpuMs;
    if (now - last > 10) since = Date.now();
    last = now;
  }
}
