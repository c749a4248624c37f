import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Kills a process and all its descendants at once, whatever process group they are in. Never rejects. */
export async function killTree(pid: number): Promise<void> {
  if (process.platform === "win32") {
    await run("taskkill", ["/pid", String(pid), "/t", "/f"], { windowsHide: true }).catch(() => {});
    return;
  }
  signal(pid, "SIGSTOP"); // a stopped parent starts no more children while they are looked up
  const parents = await parentOfEach().catch(() => new Map<number, number>());
  for (const each of descendants(pid, parents)) signal(each, "SIGKILL");
  signal(pid, "SIGKILL");
}

/** Every process below `root`, parents first. */
export function descendants(root: number, parents: ReadonlyMap<number, number>): number[] {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of parents) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found = new Set<number>([root]);
  for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
  found.delete(root);
  return [...found];
}

async function parentOfEach(): Promise<Map<number, number>> {
  return process.platform === "linux" ? fromProc() : fromPs();
}

async function fromProc(): Promise<Map<number, number>> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name in parentheses may hold anything; the fields behind it are: state, parent.
    const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    if (parent) parents.set(Number(pid), Number(parent));
  }
  return parents;
}

async function fromPs(): Promise<Map<number, number>> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(rows.filter((row) => row.length === 2) as [number, number][]);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
