/** Runs a harmless real command and says what came out. */
import type { Conversation } from "../conversation.ts";
import type { Reply } from "../stream.ts";

const COMMAND = 'for step in 1 2 3; do echo "step $step"; sleep 0.5; done; pwd; ls | head -5';

export function runScene({ request, outcomes }: Conversation): Reply {
  const command = /`([^`]+)`/.exec(request)?.[1] ?? COMMAND;
  const outcome = outcomes.find((one) => one.name === "bash");
  if (!outcome) {
    return {
      parts: [
        {
          type: "thinking",
          text: "A command is wanted. A few steps with a pause between them show live output; nothing is changed by it.",
        },
        { type: "text", text: "I run this:" },
        { type: "tool", name: "bash", args: { command } },
      ],
    };
  }
  const output = outcome.text.trimEnd();
  const lines = output.split("\n").length;
  const ending = outcome.isError
    ? "It **failed**, or was not allowed:"
    : `It printed ${lines} line${lines === 1 ? "" : "s"}:`;
  return { parts: [{ type: "text", text: `${ending}\n\n\`\`\`\n${output.slice(-1500)}\n\`\`\`` }] };
}
