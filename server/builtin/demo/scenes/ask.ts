/** Asks the person through each kind of dialog, one after the other. */
import type { Conversation } from "../conversation.ts";
import { ASK_TOOL, type Question, questions } from "../questions.ts";
import type { Reply } from "../stream.ts";

export function askScene({ outcomes }: Conversation): Reply {
  const answers = outcomes.filter((one) => one.name === ASK_TOOL);
  const next: Question | undefined = questions[answers.length];
  if (next && !answers.some((one) => one.isError)) {
    const opening = answers.length === 0;
    return {
      parts: [
        ...(opening
          ? [
              {
                type: "thinking" as const,
                text: "They want to be asked. There are four kinds of question; I go through all of them.",
              },
            ]
          : []),
        ...(opening ? [{ type: "text" as const, text: "Gladly: four questions, one of each kind." }] : []),
        { type: "tool", name: ASK_TOOL, args: { kind: next } },
      ],
    };
  }
  const rows = answers.map(
    (one) => `| ${String(one.args.kind)} | ${one.text.replaceAll("\n", " ⏎ ").replaceAll("|", "\\|")} |`,
  );
  return {
    parts: [
      { type: "text", text: ["What you answered:", "", "| Question | Answer |", "| --- | --- |", ...rows].join("\n") },
    ],
  };
}
