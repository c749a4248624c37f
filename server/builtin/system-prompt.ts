/** The system prompt in our own words; the SDK's speaks of its own program and files. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const PREAMBLE =
  "You are Atomic, a coding agent. You help a person with the code in their workspace: you read files, run commands, and edit and write code with the tools you are given.";

const OWN_RULES = [
  "Look before you change: read a file before you edit it",
  "Do what was asked, no less and no more, and say plainly when something did not work",
  "Be concise; write Markdown",
  "Name files by their path",
];

/** Replaces preamble, tool list and rules, unless the person gave a system prompt of their own. */
export function systemPrompt(pi: ExtensionAPI): void {
  pi.on("before_agent_start", (event) => {
    const options = event.systemPromptOptions;
    if (options.customPrompt) return;
    const tools = options.selectedTools.filter((name) => !options.hiddenTools.includes(name));
    const guidelines = tools.flatMap((name) => options.toolGuidelines[name] ?? []);
    const rules = [...new Set([...guidelines, ...options.promptGuidelines, ...OWN_RULES])];
    const listed = tools.flatMap((name) =>
      options.toolSnippets[name] ? [`- ${name}: ${options.toolSnippets[name]}`] : [],
    );
    options.customPrompt = PREAMBLE;
    options.sections = {
      ...(listed.length > 0 ? { tools: listed.join("\n") } : {}),
      rules: rules.map((rule) => `- ${rule}`).join("\n"),
      ...options.sections,
    };
  });
}
