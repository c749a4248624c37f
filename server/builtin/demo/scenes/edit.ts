/** Writes a small file into the workspace and then edits it, so that there is a real diff to look at. */
import type { Conversation } from "../conversation.ts";
import type { Reply } from "../stream.ts";

const FILE = "atomic-demo.md";
const CONTENT = "# Shopping list\n\n- apples\n- bread\n- milk\n";

export function editScene({ outcomes }: Conversation): Reply {
  const written = outcomes.find((one) => one.name === "write");
  const edited = outcomes.find((one) => one.name === "edit");
  const refused = outcomes.find((one) => one.isError);
  if (refused) return { parts: [{ type: "text", text: `That did not work: ${refused.text}` }] };
  if (!written) {
    return {
      parts: [
        {
          type: "thinking",
          text: `A change is wanted. To touch nothing of theirs I write a file of my own, ${FILE}, and change that.`,
        },
        { type: "text", text: `I write a small file of my own first, \`${FILE}\`.` },
        { type: "tool", name: "write", args: { path: FILE, content: CONTENT } },
      ],
    };
  }
  if (!edited) {
    return {
      parts: [
        { type: "text", text: "Now the change." },
        {
          type: "tool",
          name: "edit",
          args: { path: FILE, edits: [{ oldText: "- bread\n- milk", newText: "- rye bread\n- oat milk\n- tea" }] },
        },
      ],
    };
  }
  return {
    parts: [
      {
        type: "text",
        text: `Done: two lines changed and one added in \`${FILE}\`. Delete the file whenever you like.`,
      },
    ],
  };
}
