/** What the demo model says: a scene for each kind of request, told by a word in it. */
import type { Conversation } from "./conversation.ts";
import { askScene } from "./scenes/ask.ts";
import { editScene } from "./scenes/edit.ts";
import { folderScene } from "./scenes/folder.ts";
import { planScene } from "./scenes/plan.ts";
import { runScene } from "./scenes/run.ts";
import { failScene, longScene, retryScene, showcaseScene } from "./scenes/talk.ts";
import type { Part, Reply } from "./stream.ts";

type Scene = (conversation: Conversation) => Reply;

const SCENES: readonly (readonly [RegExp, Scene])[] = [
  [/\bask me\b|\bask (a|some) question|\bquestion me\b/i, askScene],
  [/\bfail\b|\berror\b/i, failScene],
  [/\bretry\b|\boverload/i, retryScene],
  [/\blong\b/i, longScene],
  [/\bshowcase\b|\bmarkdown\b|\btable\b|\bdiff\b|\bcode block\b/i, showcaseScene],
  [/\bedit\b|\bchange\b|\bwrite\b|\bcreate\b/i, editScene],
  [/\brun\b|\bcommand\b|\btests?\b|\bbash\b/i, runScene],
];

/** The first line of a conversation says what this is. */
const INTRODUCTION =
  "*I am Atomic's demo model: scripted, without network or key. What I say is written down beforehand; the tools I call and your files are real.*\n\n";

/** The reply to a conversation as it stands. Throws nothing. */
export function reply(conversation: Conversation): Reply {
  if (!conversation.hasTools) return planScene(conversation);
  const scene = SCENES.find(([pattern]) => pattern.test(conversation.request))?.[1] ?? folderScene;
  const { parts, error } = scene(conversation);
  const result = [
    ...(conversation.steered && conversation.outcomes.length === 0 ? steered(conversation.request) : []),
    ...parts,
  ];
  return { parts: conversation.first ? introduced(result) : result, ...(error ? { error } : {}) };
}

function steered(request: string): Part[] {
  return [
    { type: "thinking", text: "New words arrived while I was working. They come before what I had planned." },
    { type: "text", text: `You steered me: “${oneLine(request)}”. I drop what I was about to do and follow that.\n\n` },
  ];
}

function introduced(parts: readonly Part[]): Part[] {
  const at = parts.findIndex((part) => part.type === "text");
  if (at === -1) return [...parts.slice(0, 1), { type: "text", text: INTRODUCTION }, ...parts.slice(1)];
  return parts.map((part, index) =>
    index === at && part.type === "text" ? { ...part, text: INTRODUCTION + part.text } : part,
  );
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
