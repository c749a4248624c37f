import { commandRules, textRules } from "./danger-rules.ts";
import { readCommand, type SimpleCommand } from "./shell-words.ts";

/** Programs that run what stands behind them and their own options. */
const wrappers =
  /^(env|command|builtin|nohup|time|nice|ionice|stdbuf|setsid|timeout|busybox|then|do|else|if|while|until|!|[{$(]+)$/;
const assignment = /^\w+\+?=/;
const shells = /^(ba|z|da|k|c|tc|fi)?sh$/;
/** Programs that run what they are given on stdin when they are given nothing else. */
const interpreters = /^(python[\d.]*|node|deno|perl|ruby|php)$/;

const download = /\b(curl|wget|fetch|iwr|invoke-webrequest)\b/i;
const shellWord = /\b(ba|z|da|k)?sh\b/i;

/** How many commands inside commands are looked at. */
const mostNested = 20;
/** Characters above which a command is not looked through but asked about. */
const longest = 20_000;

/**
 * Why a command must be asked about every time, as a sentence, or undefined. Rather one too many than one too few:
 * quotes and backslashes hide nothing, nor do wrappers, folders in front of a program, or shells inside shells.
 */
export function danger(text: string): string | undefined {
  if (text.length > longest) return "It is too long to tell what it does.";
  const bare = text.replaceAll(/\\\n/g, " ").replaceAll(/['"\\]/g, "");
  const can =
    textRules.find(({ pattern }) => pattern.test(bare))?.can ??
    (runsDownload(bare) ? "run what it downloads" : undefined) ??
    commandDanger([text, bare]);
  return can && `Dangerous: it can ${can}.`;
}

/** A shell in a command behind a download, or a download substituted into a shell's command. */
function runsDownload(bare: string): boolean {
  return inOrder(bare, download, /[;&|\n(`]/, shellWord) || inOrder(bare, shellWord, /[(`]/, download);
}

function inOrder(text: string, ...patterns: readonly RegExp[]): boolean {
  let rest = text;
  for (const pattern of patterns) {
    const at = rest.search(pattern);
    if (at === -1) return false;
    rest = rest.slice(at + 1);
  }
  return true;
}

function commandDanger(sources: string[]): string | undefined {
  // What a shell inside the command is to run is added while this goes on.
  for (const source of sources) {
    for (const command of readCommand(source.replaceAll("`", "\n")).commands) {
      const can = runsInput(command) ? "run whatever it is given" : ruleFor(command.words);
      if (can) return can;
      const inner = innerCommand(command.words);
      if (inner !== undefined && sources.length < mostNested) sources.push(inner);
    }
  }
  return undefined;
}

/** A shell or an interpreter behind a pipe that has nothing else to run. */
function runsInput({ words, piped }: SimpleCommand): boolean {
  if (!piped) return false;
  const [program, first] = [programName(words[0] ?? ""), words[1]];
  return (
    shells.test(program) || program === "iex" || (interpreters.test(program) && (first === undefined || first === "-"))
  );
}

/** What the program can do that stands in front or, behind a wrapper or a shell, anywhere. */
function ruleFor(words: readonly string[]): string | undefined {
  let anywhere = false;
  for (const [at, word] of words.entries()) {
    const program = programName(word);
    const rule = commandRules.find(
      (one) =>
        one.program.test(program) &&
        (one.words ?? []).every((pattern) => words.some((other, index) => index > at && pattern.test(other))),
    );
    if (rule) return rule.can;
    anywhere ||= wrappers.test(program) || shells.test(program) || assignment.test(word);
    if (!anywhere) return undefined;
  }
  return undefined;
}

/** The text behind `sh -c`. */
function innerCommand(words: readonly string[]): string | undefined {
  const shell = words.findIndex((word) => shells.test(programName(word)));
  const flag = shell === -1 ? -1 : words.findIndex((word, index) => index > shell && /^-\w*c/.test(word));
  return flag === -1 ? undefined : words[flag + 1];
}

/** A program without its folder, whatever opens a group or substitution in front of it, and the ending of Windows. */
function programName(word: string): string {
  const plain = word.replace(/^[{$(]+(?=.)/, "");
  return (plain.split(/[\\/]/).at(-1) || plain).replace(/\.exe$/i, "").toLowerCase();
}
