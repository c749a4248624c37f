/** Gives the demo model, and no other, the tools its script calls beside the usual ones. */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { DEMO_MODEL } from "./model.ts";
import { ASK_TOOL, type Question, questions } from "./questions.ts";

const OWN_TOOLS = ["ls", ASK_TOOL];

export function demoTools(pi: ExtensionAPI): void {
  pi.registerTool({
    name: ASK_TOOL,
    label: "Ask",
    description: "Asks the person one question.",
    parameters: Type.Object({ kind: Type.Enum(questions) }),
    defaultActive: false,
    async execute(_id, { kind }, signal, _onUpdate, ctx) {
      return { content: [{ type: "text", text: await ask(ctx, kind as Question, signal) }], details: {} };
    },
  });
  /** What was added for the demo model; a tool that was there before stays when it goes. */
  let added: string[] = [];
  pi.on("before_agent_start", (_event, ctx) => {
    const active = pi.getActiveTools();
    const wanted = ctx.model?.provider === DEMO_MODEL.provider ? OWN_TOOLS : [];
    const missing = wanted.filter((name) => !active.includes(name));
    const unwanted = added.filter((name) => !wanted.includes(name));
    added = [...added.filter((name) => wanted.includes(name)), ...missing];
    if (missing.length > 0 || unwanted.length > 0) {
      pi.setActiveTools([...active.filter((name) => !unwanted.includes(name)), ...missing]);
    }
  });
}

async function ask(ctx: ExtensionContext, kind: Question, signal: AbortSignal | undefined): Promise<string> {
  const limits = signal ? { signal } : {};
  switch (kind) {
    case "select":
      return (
        (await ctx.ui.select("Which season do you like best?", ["Spring", "Summer", "Autumn", "Winter"], limits)) ??
        "(no answer)"
      );
    case "confirm":
      return (await ctx.ui.confirm("Shall I go on?", "Two more questions follow.", limits)) ? "yes" : "no";
    case "input":
      return (await ctx.ui.input("What shall I call you?", "A name", limits)) ?? "(no answer)";
    case "editor":
      return (await ctx.ui.editor("Change this text as you like", "First line\nSecond line")) ?? "(no answer)";
  }
}
