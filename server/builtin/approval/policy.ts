import path from "node:path";
import type { ApprovalMode } from "../../cli/options.ts";
import { danger } from "./danger.ts";
import { commandReach } from "./outside.ts";
import { isOutside, toolPath } from "./paths.ts";
import { commandPattern, exactly, type SessionPattern } from "./patterns.ts";

/** What a person is asked before a tool runs. */
export interface Question {
  kind: "command" | "file" | "tool";
  heading: "Run this command?" | "Edit this file?" | "Write this file?" | "Use this tool?";
  /** Why it is asked: one sentence. */
  why: string;
  /** The command, path or call, whole. */
  subject: string;
  /** What patterns of this kind are held against. */
  key: string;
  /** Whether it is asked every time, whatever was allowed before. */
  always: boolean;
  /** What can be allowed for the session. */
  pattern?: SessionPattern;
  /** Whether only a pattern for the very same thing lets it through. */
  exactOnly: boolean;
}

export interface ToolUse {
  toolName: string;
  input: Record<string, unknown>;
}

const commandTools = new Set(["bash", "powershell"]);
const readers = new Set(["read", "grep", "find", "ls"]);
const changes = new Map<string, "Edit this file?" | "Write this file?">([
  ["edit", "Edit this file?"],
  ["write", "Write this file?"],
]);

/** Files that decide what is run later, or hold secrets: a change of one is never allowed for the whole session. */
const delicate =
  /(^|[\\/])(\.git|\.ssh|\.gnupg|\.atomic|\.vscode|\.husky)[\\/]|(^|[\\/])(\.env[^\\/]*|\.(ba|z)?sh(rc|env)|\.(bash_|z)?profile)$/;

/**
 * Whether a tool use has to be asked about, and what then (server option `--approval`). Undefined lets it through.
 * @param harmless tools beside the SDK's readers that change and reveal nothing
 */
export function questionFor(
  mode: ApprovalMode,
  { toolName, input }: ToolUse,
  folder: string,
  harmless: ReadonlySet<string>,
): Question | undefined {
  if (mode === "never" || harmless.has(toolName)) return undefined;
  if (commandTools.has(toolName)) return commandQuestion(mode, text(input.command), folder);
  if (changes.has(toolName) || readers.has(toolName)) return fileQuestion(mode, toolName, text(input.path), folder);
  if (mode === "commands") return undefined;
  return {
    kind: "tool",
    heading: "Use this tool?",
    why: "What this tool does is not known here.",
    subject: `${toolName} ${JSON.stringify(input, null, 2)}`,
    key: toolName,
    pattern: exactly(toolName),
    always: false,
    exactOnly: false,
  };
}

function commandQuestion(mode: ApprovalMode, command: string, folder: string): Question | undefined {
  const dangerous = danger(command);
  const reach = mode === "outside" && dangerous === undefined ? commandReach(command, folder) : undefined;
  const why = dangerous ?? (mode === "outside" ? reach?.why : "Every command is asked about.");
  if (why === undefined) return undefined;
  const exactOnly = reach?.certain === true;
  const key = command.trim();
  const always = dangerous !== undefined;
  const whole = always ? undefined : commandPattern(command);
  const pattern = whole && exactOnly ? exactly(key) : whole;
  const asked = {
    kind: "command",
    heading: "Run this command?",
    why,
    subject: command,
    key,
    always,
    exactOnly,
  } as const;
  return { ...asked, ...optional(pattern) };
}

function fileQuestion(mode: ApprovalMode, toolName: string, given: string, folder: string): Question | undefined {
  const change = changes.get(toolName);
  const file = toolPath(given || ".", folder);
  const outside = isOutside(file, folder);
  const asked = mode === "outside" ? outside : mode === "ask" && change !== undefined;
  if (!asked) return undefined;
  const shown = outside ? file : path.relative(folder, file);
  const key = `${change ? "change" : "read"} ${file}`;
  const always = change !== undefined && delicate.test(file);
  return {
    kind: "file",
    heading: change ?? "Use this tool?",
    why: outside ? "It is outside the workspace folder." : "Every change is asked about.",
    subject: change ? shown : `${toolName} ${shown}`,
    key,
    always,
    exactOnly: true,
    ...optional(always ? undefined : exactly(key, shown)),
  };
}

function optional(pattern: SessionPattern | undefined): { pattern?: SessionPattern } {
  return pattern ? { pattern } : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
