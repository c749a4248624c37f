import { readCommand } from "./shell-words.ts";

interface Rule {
  pattern: RegExp;
  /** Completes "It can …". */
  can: string;
}

/** The words of one command, from its program on, joined by single spaces, are held against these. */
const commandRules: readonly Rule[] = [
  { pattern: /^rm\b.* (-\w*[rRf]|--(recursive|force|no-preserve-root)|\S*[*?])/, can: "delete files for good" },
  { pattern: /^(shred|srm|wipefs|unlink)\b/, can: "delete files for good" },
  { pattern: /^find\b.* -(delete|exec|execdir|ok|okdir|fprint\w*)\b/, can: "change or delete every file it finds" },
  { pattern: /^(xargs|parallel)\b/, can: "run another command on everything it is given" },
  { pattern: /^(sudo|doas|su|pkexec|runas)\b/, can: "act with the rights of another user" },
  { pattern: /^(mkfs|fdisk|sfdisk|parted|diskutil|format)\b/, can: "overwrite a disk" },
  { pattern: /^dd\b/, can: "overwrite files and disks" },
  { pattern: /^(chmod|chown|chgrp)\b.* (-\w*R|--recursive)/, can: "change the rights of many files at once" },
  { pattern: /^chmod\b.* ([0-7]?777|[ugo]*a?[+=]\w*s|[ao]+[+=]\w*w)/, can: "open files to everybody" },
  {
    pattern: /^git\b.* push\b.* (--force\S*|-\w*f\w*|--mirror|--delete|-d|--prune|[+:]\S+)/,
    can: "overwrite what others work on",
  },
  {
    pattern:
      /^git\b.* (reset\b.* --(hard|merge)|clean\b|checkout\b.* (-f|--force|--|\.)( |$)|restore\b|switch\b.* (-f|--discard-changes))/,
    can: "discard changes for good",
  },
  {
    pattern:
      /^git\b.* (branch\b.* -\w*D|filter-(branch|repo)|update-ref|reflog (expire|delete)|gc\b|stash (drop|clear)|config|worktree remove)/,
    can: "discard history or change what git runs",
  },
  { pattern: /^(shutdown|reboot|halt|poweroff|init|telinit)\b/, can: "stop the machine" },
  { pattern: /^(killall|pkill|kill\b.* -1)( |$)/, can: "end programs that are not its own" },
  {
    pattern:
      /^(systemctl|service|launchctl|iptables|nft|ufw|crontab|at|useradd|userdel|usermod|passwd|visudo|mount|umount|sysctl)\b/,
    can: "change how the machine works",
  },
  {
    pattern: /^(npm|pnpm|yarn|bun|cargo|gem|twine|poetry|dotnet|vsce)\b.* (publish|unpublish|yank|upload|push)\b/,
    can: "publish to others",
  },
  {
    pattern: /^(docker|podman)\b.* (--privileged|prune|rm|rmi|-v|--volume\S*|--mount\S*)( |$)/,
    can: "delete data or reach out of its container",
  },
  { pattern: /^(kubectl|helm)\b.* (delete|apply|drain|uninstall)\b/, can: "change running systems" },
  { pattern: /^(terraform|tofu|pulumi)\b.* (apply|destroy|up)\b/, can: "change running systems" },
  {
    pattern: /^(dropdb|dropuser)\b|^redis-cli\b.* flush|\b(drop|truncate) (table|database|schema)\b/i,
    can: "delete data for good",
  },
  { pattern: /^(ssh|rsh)\b/, can: "run commands on another machine" },
  { pattern: /^(eval|source|\.|exec|iex|invoke-expression|set-executionpolicy)( |$)/i, can: "run anything" },
  { pattern: /^(remove-item|rd|rmdir|del|erase)\b.* (-r|\/s)/i, can: "delete files for good" },
];

/** Held against the whole text, without quotes and backslashes. */
const textRules: readonly Rule[] = [
  { pattern: /\|&?\s*(\S*\/)?((ba|z|da|k|c|tc|fi)?sh|iex)\b/i, can: "run whatever it is given" },
  {
    pattern: /\|&?\s*(\S*\/)?(python[\d.]*|node|deno|perl|ruby|php)\s*(-\s*)?($|[;&|\n)])/,
    can: "run whatever it is given",
  },
  {
    pattern: /\b(curl|wget|fetch|iwr|invoke-webrequest)\b[\s\S]*[;&|\n(`][\s\S]*\b(ba|z|da|k)?sh\b/i,
    can: "run what it downloads",
  },
  { pattern: /\b(ba|z|da|k)?sh\b[\s\S]*[(`][\s\S]*\b(curl|wget|fetch)\b/i, can: "run what it downloads" },
  {
    pattern: />\s*\/(dev\/(?!(null|stdout|stderr|tty)\b)|etc\/|boot\/|sys\/|proc\/)/,
    can: "overwrite the system's own files",
  },
  {
    pattern: />\s*(~|\$\{?HOME\}?)\/\.|\.ssh\b|authorized_keys/,
    can: "change how a person signs in or what a shell does",
  },
  { pattern: /\(\)\s*\{[^}]*\|[^}]*&/, can: "start processes without end" },
];

/** Programs that run what stands behind them and their own options. */
const wrappers =
  /^(env|command|builtin|nohup|time|nice|ionice|stdbuf|setsid|timeout|busybox|then|do|else|if|while|until|!|[{$(]+)$/;
const shells = /^(ba|z|da|k|c|tc|fi)?sh$/;
const mostNested = 20;

/**
 * Why a command must be asked about every time, as a sentence, or undefined. Rather one too many than one too few:
 * quotes and backslashes hide nothing, nor do wrappers, folders in front of a program, or shells inside shells.
 */
export function danger(text: string): string | undefined {
  const bare = text.replaceAll(/\\\n/g, " ").replaceAll(/['"\\]/g, "");
  const found = textRules.find((rule) => rule.pattern.test(bare)) ?? commandDanger([text, bare]);
  return found && `Dangerous: it can ${found.can}.`;
}

function commandDanger(sources: string[]): Rule | undefined {
  // What a shell inside the command is to run is added while this goes on.
  for (const source of sources) {
    for (const words of readCommand(source.replaceAll("`", "\n")).commands) {
      for (const line of runnable(words)) {
        const rule = commandRules.find(({ pattern }) => pattern.test(line.join(" ")));
        if (rule) return rule;
        const inner = innerCommand(line);
        if (inner !== undefined && sources.length < mostNested) sources.push(inner);
      }
    }
  }
  return undefined;
}

/** The words from the program on; behind a wrapper or a shell, from every word on that could be the program. */
function runnable(words: readonly string[]): string[][] {
  const lines: string[][] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const program = programName(word);
    lines.push([program, ...words.slice(at + 1)]);
    const runsOthers = wrappers.test(program) || shells.test(program) || /^\w+\+?=/.test(word);
    if (!runsOthers && lines.length === 1) break;
  }
  return lines;
}

/** The text behind `sh -c`. */
function innerCommand([program, ...rest]: readonly string[]): string | undefined {
  if (!shells.test(program ?? "")) return undefined;
  const flag = rest.findIndex((word) => /^-\w*c/.test(word));
  return flag === -1 ? undefined : rest[flag + 1];
}

/** A program without its folder, whatever opens a group or substitution in front of it, and the ending of Windows. */
function programName(word: string): string {
  const plain = word.replace(/^[{$(]+(?=.)/, "");
  return (plain.split(/[\\/]/).at(-1) || plain).replace(/\.exe$/i, "").toLowerCase();
}
