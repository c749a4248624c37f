/** The command line of the server: one table, from which parsing and `--help` come. */
import { parseArgs } from "node:util";
import { type ThinkingLevel, thinkingLevels } from "../protocol/model.ts";

interface OptionSpec {
  readonly type: "string" | "boolean";
  readonly multiple?: true;
  readonly short?: string;
  /** Name of the value in the help text. */
  readonly value?: string;
  readonly help: string;
}

export const approvalModes = ["ask", "commands", "outside", "never"] as const;
export type ApprovalMode = (typeof approvalModes)[number];

export const optionTable = {
  mode: { type: "string", value: "rpc", help: "Protocol to speak on stdin and stdout; only rpc" },
  provider: { type: "string", value: "<name>", help: "Provider of --model" },
  model: {
    type: "string",
    value: "<pattern>",
    help: 'Model: id, "provider/id" or pattern, with an optional ":<thinking>"',
  },
  models: { type: "string", value: "<patterns>", help: "Models that cycle_model goes through, separated by commas" },
  thinking: { type: "string", value: "<level>", help: `Thinking level: ${thinkingLevels.join(", ")}` },
  "api-key": { type: "string", value: "<key>", help: "Key for the provider of --model, for this process only" },
  name: { type: "string", short: "n", value: "<name>", help: "Display name of the session" },
  session: { type: "string", value: "<path|id>", help: "Open this session" },
  "session-id": { type: "string", value: "<id>", help: "Open the session with this id, or start one with it" },
  "session-dir": { type: "string", value: "<dir>", help: "Folder of the session files" },
  "no-session": { type: "boolean", help: "Keep nothing on disk" },
  "system-prompt": { type: "string", value: "<text>", help: "Replace the system prompt" },
  "append-system-prompt": { type: "string", multiple: true, value: "<text>", help: "Add to the system prompt" },
  tools: { type: "string", value: "<names>", help: "Tools the model may use, separated by commas" },
  extension: { type: "string", multiple: true, short: "e", value: "<path>", help: "Load this agent extension" },
  "no-extensions": { type: "boolean", help: "Load no agent extensions but those of --extension" },
  skill: { type: "string", multiple: true, value: "<path>", help: "Load this skill" },
  "no-skills": { type: "boolean", help: "Look for no skills" },
  "prompt-template": { type: "string", multiple: true, value: "<path>", help: "Load this prompt template" },
  "no-prompt-templates": { type: "boolean", help: "Look for no prompt templates" },
  "no-context-files": { type: "boolean", help: "Read no AGENTS.md or CLAUDE.md" },
  approve: { type: "boolean", help: "Trust the project's own settings and extensions in .atomic" },
  "no-approve": { type: "boolean", help: "Do not trust them" },
  approval: {
    type: "string",
    value: "<when>",
    help: `Ask before tools run: ${approvalModes.join(", ")} (default never)`,
  },
  offline: { type: "boolean", help: "No network at startup" },
  trace: { type: "string", value: "<file>", help: "Record both directions of the protocol, secrets removed" },
  version: { type: "boolean", short: "v", help: "Print the version" },
  help: { type: "boolean", short: "h", help: "Print this help" },
} as const satisfies Record<string, OptionSpec>;

export interface Options {
  help: boolean;
  version: boolean;
  provider?: string;
  model?: string;
  models?: string[];
  thinking?: ThinkingLevel;
  apiKey?: string;
  name?: string;
  session?: string;
  sessionId?: string;
  sessionDir?: string;
  noSession: boolean;
  systemPrompt?: string;
  appendSystemPrompt?: string[];
  tools?: string[];
  extensions: string[];
  noExtensions: boolean;
  skills: string[];
  noSkills: boolean;
  promptTemplates: string[];
  noPromptTemplates: boolean;
  noContextFiles: boolean;
  /** Undefined: the saved decision, or trust where nothing needs it. */
  trust?: boolean;
  approval: ApprovalMode;
  offline: boolean;
  trace?: string;
  /** Options of agent extensions; refused by name once these are loaded, when none knows them. */
  extensionFlags: Map<string, boolean | string>;
}

/** An option that cannot be taken as it stands; the message names it. */
export class OptionError extends Error {}

type OptionName = keyof typeof optionTable;

/** Reads the command line. Throws OptionError, which names the option. */
export function parseOptions(args: readonly string[]): Options {
  const { tokens } = parseArgs({
    args: [...args],
    options: optionTable,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<OptionName, string[]>();
  const extensionFlags = new Map<string, boolean | string>();
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind === "positional") throw new OptionError(`Unexpected argument "${token.value}"`);
    if (token?.kind !== "option") continue;
    if (!isKnown(token.name)) {
      if (!token.rawName.startsWith("--")) throw new OptionError(`Unknown option ${token.rawName}`);
      const next = tokens[i + 1];
      const takesNext = token.value === undefined && next?.kind === "positional";
      if (takesNext) i++;
      extensionFlags.set(token.name, token.value ?? (takesNext ? next.value : true));
      continue;
    }
    values.set(token.name, [...(values.get(token.name) ?? []), checkedValue(token.name, token.value)]);
  }
  return toOptions(values, extensionFlags);
}

function isKnown(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name);
}

function checkedValue(name: OptionName, value: string | undefined): string {
  if (optionTable[name].type === "boolean") {
    if (value !== undefined) throw new OptionError(`--${name} takes no value`);
    return "";
  }
  if (value === undefined || value === "") throw new OptionError(`--${name} needs a value`);
  return value;
}

function toOptions(values: Map<OptionName, string[]>, extensionFlags: Map<string, boolean | string>): Options {
  const last = (name: OptionName) => values.get(name)?.at(-1);
  const list = (name: OptionName) =>
    last(name)
      ?.split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  const oneOf = <T extends string>(name: OptionName, allowed: readonly T[]): T | undefined => {
    const value = last(name);
    if (value === undefined || allowed.includes(value as T)) return value as T | undefined;
    throw new OptionError(`--${name} "${value}" is none of: ${allowed.join(", ")}`);
  };
  oneOf("mode", ["rpc"]);
  if (last("provider") && !last("model")) throw new OptionError("--provider needs --model");
  if (values.has("approve") && values.has("no-approve"))
    throw new OptionError("--approve and --no-approve exclude each other");
  if (values.has("session") && values.has("session-id"))
    throw new OptionError("--session and --session-id exclude each other");
  const name = last("name")?.trim();
  if (name === "") throw new OptionError("--name needs a value");
  return defined({
    help: values.has("help"),
    version: values.has("version"),
    provider: last("provider"),
    model: last("model"),
    models: list("models"),
    thinking: oneOf("thinking", thinkingLevels),
    apiKey: last("api-key"),
    name,
    session: last("session"),
    sessionId: last("session-id"),
    sessionDir: last("session-dir"),
    noSession: values.has("no-session"),
    systemPrompt: last("system-prompt"),
    appendSystemPrompt: values.get("append-system-prompt"),
    tools: list("tools"),
    extensions: values.get("extension") ?? [],
    noExtensions: values.has("no-extensions"),
    skills: values.get("skill") ?? [],
    noSkills: values.has("no-skills"),
    promptTemplates: values.get("prompt-template") ?? [],
    noPromptTemplates: values.has("no-prompt-templates"),
    noContextFiles: values.has("no-context-files"),
    trust: values.has("approve") ? true : values.has("no-approve") ? false : undefined,
    approval: oneOf("approval", approvalModes) ?? "never",
    offline: values.has("offline"),
    trace: last("trace"),
    extensionFlags,
  });
}

/** Leaves out what is undefined, so that an absent option is an absent property. */
function defined<T extends object>(
  value: T,
): { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
} {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
