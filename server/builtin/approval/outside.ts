import { isOutside, toolPath } from "./paths.ts";
import { readCommand, type ShellCommand } from "./shell-words.ts";

/** Programs that work on the files they are named and nothing else. */
const localPrograms = new Set(
  (
    "ls cat head tail wc grep egrep fgrep stat file du pwd echo printf sort uniq cut paste tr cmp diff comm tree which " +
    "true false test [ basename dirname realpath readlink find mkdir touch cp mv rm rmdir ln tee seq sleep cd pushd " +
    "md5sum sha1sum sha256sum cksum od xxd hexdump nl rev tac fold fmt column join jq"
  ).split(" "),
);
const localGit = /^(status|diff|log|show|add|branch|blame|ls-files|rev-parse|mv|rm|tag|reset)$/;
/** A sed script that only prints lines; others can write files and run commands. */
const printing = /^[\d,$;p\s]+$/;
const longestPath = 4096;
const harmlessTargets = /^\/dev\/(null|stdout|stderr|tty)$|^&?\d$/;

export interface Reach {
  /** A sentence. */
  why: string;
  /** Whether it is known to reach out, and where; otherwise it only may. */
  certain: boolean;
}

/** Why a command may reach out of the workspace folder, or undefined when it has no means to. */
export function commandReach(command: string, folder: string): Reach | undefined {
  const read = readCommand(command);
  const away = reachedOutside(read, folder);
  if (away !== undefined) return { why: `It reaches outside the workspace folder: ${away}`, certain: true };
  if (read.opaque) return { why: "What it touches is known only when it runs.", certain: true };
  const unknown = read.commands.find(({ words }) => !isLocal(words));
  return unknown && { why: `It may use the network or other folders: ${unknown.words[0]}`, certain: false };
}

function isLocal(words: readonly string[]): boolean {
  const [program, first, second] = words;
  if (program === undefined || harmlessTargets.test(program)) return true;
  if (program === "git") return first !== undefined && localGit.test(first);
  if (program === "sed") return first === "-n" && second !== undefined && printing.test(second);
  return localPrograms.has(program);
}

function reachedOutside({ commands }: ShellCommand, folder: string): string | undefined {
  const words = commands.flatMap((command) => command.words);
  // After a change of folder, relative paths are no longer those seen from here.
  const moves = commands.some(({ words: [program] }) => program === "cd" || program === "pushd");
  for (const word of words) {
    for (const candidate of pathsIn(word)) {
      if (harmlessTargets.test(candidate)) continue;
      if (moves && candidate.split(/[\\/]/).includes("..")) return candidate;
      if (isOutside(toolPath(candidate, folder), folder)) return candidate;
    }
  }
  return undefined;
}

/** Everything in a word that may be a path: the word, what stands behind `=`, `:` or `,`, and behind an option's letter. */
function pathsIn(word: string): string[] {
  const parts = [word, ...word.split(/[=:,]/)].map((part) => part.replace(/^-\w?(?=[~./\\])/, ""));
  return [...new Set(parts)].filter((part) => part !== "" && !part.startsWith("-") && part.length < longestPath);
}
