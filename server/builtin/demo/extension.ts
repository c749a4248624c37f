/** Gives the demo model, and no other, the tools its script calls beside the usual ones. */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
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
  let added = false;
  pi.on("before_agent_start", (_event, ctx) => {
    const isDemo = ctx.model?.provider === "demo";
    if (isDemo === added) return;
    const others = pi.getActiveTools().filter((name) => !OWN_TOOLS.includes(name));
    pi.setActiveTools(isDemo ? [...others, ...OWN_TOOLS] : others);
    added = isDemo;
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
