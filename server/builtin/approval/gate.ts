import type {
  ExtensionAPI,
  ExtensionContext,
  InlineExtension,
  ToolCallEvent,
  ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";
import { type ApprovalMode, approvalModes } from "../../cli/options.ts";
import type { SessionPattern } from "./patterns.ts";
import { type Question, questionFor } from "./policy.ts";

const once = "Allow once";
const deny = "Deny";
const denyWithReason = "Deny with a reason…";

/** Stands in the details of a tool's result: that a person let it through, and how. */
export interface ApprovalNote {
  allowed: "once" | "session";
  /** The pattern that was allowed for the session. */
  pattern?: string;
  /** How long the person took to answer, in ms: the tool did not run meanwhile. */
  waitedMs?: number;
}

export interface GateOptions {
  mode: ApprovalMode;
  /** Tools that are never asked about. */
  harmless: readonly string[];
}

/**
 * Asks a person before tools run (server option `--approval`), through the extension UI sub-protocol, so that it
 * holds for every client. To be the last of the extensions: it must see what really runs.
 */
export function approvalGate(options: GateOptions): InlineExtension {
  return { name: "approval", hidden: true, factory: (pi) => new Gate(options).register(pi) };
}

/** The gate of one session; what was allowed for the session ends with it. */
class Gate {
  /** Shared by all sessions of the process: a changed mode holds for those that follow. */
  readonly #options: GateOptions;
  readonly #harmless: ReadonlySet<string>;
  readonly #allowed: { kind: Question["kind"]; pattern: SessionPattern }[] = [];
  readonly #notes = new Map<string, ApprovalNote>();

  constructor(options: GateOptions) {
    this.#options = options;
    this.#harmless = new Set(options.harmless);
  }

  register(pi: ExtensionAPI): void {
    pi.on("tool_call", (event, ctx) => this.#check(event, ctx));
    pi.on("tool_result", ({ toolCallId, details }) => {
      const approval = this.#notes.get(toolCallId);
      this.#notes.delete(toolCallId);
      const fits = details === undefined || (typeof details === "object" && !Array.isArray(details));
      return approval && fits ? { details: { ...details, approval } } : undefined;
    });
    pi.on("agent_end", () => this.#notes.clear());
    pi.registerCommand("approval", {
      description: `When to ask before tools run: ${approvalModes.join(", ")}; or "forget" what is allowed for the session`,
      handler: async (args, ctx) => ctx.ui.notify(this.#command(args.trim()), "info"),
    });
  }

  async #check(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    const use = { toolName: event.toolName, input: event.input as Record<string, unknown> };
    const question = questionFor(this.#options.mode, use, ctx.cwd, this.#harmless);
    if (!question) return undefined;
    const known = this.#find(question);
    if (known) {
      this.#notes.set(event.toolCallId, { allowed: "session", pattern: known.text });
      return undefined;
    }
    return this.#ask(event.toolCallId, question, ctx);
  }

  #find({ kind, key, always, exactOnly }: Question): SessionPattern | undefined {
    if (always) return undefined;
    const found = this.#allowed.find(
      (one) => one.kind === kind && (one.pattern.exact || !exactOnly) && one.pattern.matches(key),
    );
    return found?.pattern;
  }

  async #ask(id: string, question: Question, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    const { pattern } = question;
    const forSession = pattern && `Allow for this session (${pattern.text})`;
    const options = [once, ...(forSession ? [forSession] : []), deny, denyWithReason];
    const limits = ctx.signal ? { signal: ctx.signal } : {};
    const asked = performance.now();
    const answer = await ctx.ui.select(titleOf(question), options, limits);
    const waitedMs = Math.round(performance.now() - asked);
    if (ctx.signal?.aborted) return refusal("The run was stopped before this was allowed.");
    if (answer === once) {
      this.#notes.set(id, { allowed: "once", waitedMs });
      return undefined;
    }
    if (pattern && answer === forSession) {
      this.#allowed.push({ kind: question.kind, pattern });
      this.#notes.set(id, { allowed: "session", pattern: pattern.text, waitedMs });
      return undefined;
    }
    if (answer !== denyWithReason) return refusal("The user did not allow this.");
    const reason = await ctx.ui.input("Why not?", "What to do instead", limits);
    return refusal(reason?.trim() ? `The user did not allow this: ${reason.trim()}` : "The user did not allow this.");
  }

  /** What `/approval` does; gives what there is to say. */
  #command(args: string): string {
    const mode = approvalModes.find((one) => one === args);
    if (mode) {
      this.#options.mode = mode;
      return `Approval is now "${mode}".`;
    }
    if (args === "forget") {
      this.#allowed.length = 0;
      return "Nothing is allowed for the session any more.";
    }
    const allowed = this.#allowed.map(({ pattern }) => pattern.text).join(", ");
    return `Approval is "${this.#options.mode}". Allowed for this session: ${allowed || "nothing"}.`;
  }
}

function refusal(reason: string): ToolCallEventResult {
  return { block: true, reason };
}

/** First line the question, second why it is asked, then the command or path whole. */
export function titleOf({ heading, why, subject }: Pick<Question, "heading" | "why" | "subject">): string {
  const longest = Math.max(2, ...[...subject.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${heading}\n${why}\n\n${fence}\n${subject}\n${fence}`;
}
