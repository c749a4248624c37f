/** Scenes that only talk: a long answer, a failure, a failure that passes, and everything Markdown can do. */
import type { Conversation } from "../conversation.ts";
import type { Reply } from "../stream.ts";

const SENTENCES = [
  "A long answer is there to be scrolled through while it still grows.",
  "Scroll up, and nothing above your eye moves.",
  "Scroll down to the end, and the view follows again.",
  "Stop ends it at once and keeps what was said so far.",
  "Steer hands me new words at the next pause.",
];

export function longScene(_conversation: Conversation): Reply {
  const sections = Array.from({ length: 24 }, (_, index) => {
    const sentences = Array.from({ length: 4 }, (_unused, offset) => SENTENCES[(index + offset) % SENTENCES.length]);
    return `## Part ${index + 1} of 24\n\n${sentences.join(" ")}\n\n- one thing about part ${index + 1}\n- and another`;
  });
  return {
    parts: [
      {
        type: "thinking",
        text: "They want a long answer. I lay it out in numbered parts, so that it is easy to see how far it has come.",
      },
      { type: "text", text: sections.join("\n\n") },
    ],
  };
}

export function failScene(_conversation: Conversation): Reply {
  return {
    parts: [
      { type: "thinking", text: "They want to see what a failure looks like." },
      { type: "text", text: "I begin an answer, and in the middle of it " },
    ],
    error: "400 The demo model failed because it was told to.",
  };
}

/** How often each request has been tried; a request is known by the moment it was made. */
const attempts = new Map<number, number>();

export function retryScene({ requestedAt }: Conversation): Reply {
  const attempt = (attempts.get(requestedAt) ?? 0) + 1;
  attempts.set(requestedAt, attempt);
  if (attempt < 3) return { parts: [], error: "529 overloaded_error: the demo model plays overloaded" };
  return {
    parts: [
      { type: "text", text: `The first ${attempt - 1} attempts were turned away, as asked. This one came through.` },
    ],
  };
}

export function showcaseScene(_conversation: Conversation): Reply {
  return {
    parts: [
      { type: "thinking", text: "A bit of everything: headings, emphasis, lists, a table, code, a diff, a quote." },
      { type: "text", text: SHOWCASE },
    ],
  };
}

const SHOWCASE = `## Everything at a glance

Text can be **strong**, *emphasised*, \`code\`, ~~struck~~ or a [link](https://example.com).

### Lists

1. First
   - nested
   - again
2. Second
- [x] done
- [ ] open

### A table

| Language | Typed | Since |
| --- | :---: | ---: |
| TypeScript | yes | 2012 |
| Python | optionally | 1991 |
| Rust | yes | 2015 |

### Code

\`\`\`ts
/** Greets somebody. */
export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
\`\`\`

### A diff

\`\`\`diff
--- a/list.md
+++ b/list.md
@@ -3,3 +3,4 @@
 - apples
-- bread
-- milk
+- rye bread
+- oat milk
+- tea
\`\`\`

> [!NOTE]
> A note stands out from the text around it.

> And a quote is a quote.
`;
