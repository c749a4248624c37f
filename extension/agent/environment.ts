/** The environment of a server: that of VS Code, with the login shell's search path and the person's keys. */
import { spawn } from "node:child_process";
import path from "node:path";

/** A login shell may take this long to say its path, in ms. */
export const SHELL_PATIENCE_MS = 3000;
const MARK = "__atomic_path__";

/**
 * The PATH of the person's login shell, which VS Code lacks when it was not started from one. Undefined on
 * Windows, and when the shell says nothing within SHELL_PATIENCE_MS.
 */
export function loginShellPath(
  shell = process.env.SHELL || "/bin/sh",
  patienceMs = SHELL_PATIENCE_MS,
): Promise<string | undefined> {
  if (process.platform === "win32") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const child = spawn(shell, ["-l", "-i", "-c", `printf '%s' ${MARK} "$PATH" ${MARK}`], {
      stdio: ["ignore", "pipe", "ignore"],
      detached: true, // an interactive shell must not take the terminal of whoever started us
    });
    let text = "";
    const finish = (value: string | undefined) => {
      clearTimeout(timer);
      resolve(value);
    };
    const timer = setTimeout(() => {
      killGroup(child.pid);
      finish(undefined);
    }, patienceMs);
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.on("error", () => finish(undefined));
    child.on("close", () => finish(text.split(MARK)[1] || undefined));
  });
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** Both search paths as one: the shell's own order first, then what only VS Code has. */
export function joinPaths(shellPath: string | undefined, ownPath: string | undefined): string {
  const folders = [...(shellPath ?? "").split(path.delimiter), ...(ownPath ?? "").split(path.delimiter)];
  return [...new Set(folders.filter(Boolean))].join(path.delimiter);
}

/** Variables of VS Code's own processes, which mean something else to a child that is no part of it. */
function isPrivate(name: string): boolean {
  return name.startsWith("VSCODE_") || name.startsWith("ELECTRON_") || name === "NODE_OPTIONS";
}

/** `keys`: variables with the person's API keys; they win over those VS Code was started with. */
export function serverEnvironment(
  own: NodeJS.ProcessEnv,
  shellPath: string | undefined,
  keys: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(own).filter(([name]) => !isPrivate(name)));
  return { ...env, PATH: joinPaths(shellPath, own.PATH ?? own.Path), ...keys };
}
