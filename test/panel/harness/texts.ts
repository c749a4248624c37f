/** Longer texts of the samples. */
import { assistant, call, result, settled, user } from "./conversation.ts";

export const markdown = `# Uploads that wait

The retry timer was **shorter** than the *server's own* delay, so ~~most~~ one run in eight failed. See [upload.ts:42](src/net/upload.ts#L42), the [guide](https://example.com/guide) and \`sleep(500)\`.[^1]

## What changes

1. Wait with exponential back-off
   - at most \`8_000\` ms
   - never less than 250 ms
2. Await each part
   1. so that an abort is seen
   2. and the order is kept

### Left to do

- [x] Read the test
- [ ] Fix the timer
- [ ] Write a changelog entry

> A retry is no fix. It hides the cause, and the cause comes back.

> [!WARNING]
> Two commits go to a protected branch.

| Case | Before | After | Runs | Note |
| --- | ---: | ---: | :---: | --- |
| Dropped part | 2 140 ms | 412 ms | 200 | waits for the server |
| Five tries | 5 003 ms | 38 ms | 200 | gives up early |

---

\`\`\`json
{ "retries": 5, "backoff": { "first": 250, "most": 8000 }, "reporter": "verbose", "coverage": true }
\`\`\`

[^1]: Measured on the build server, 200 runs each.
`;

export const math = `The wait before try $n$ is $t_n = \\min(8000, 250 \\cdot 2^n)$ milliseconds. All of them together:

$$
T = \\sum_{n=0}^{4} t_n = 250 \\cdot \\frac{2^5 - 1}{2 - 1} = 7750
$$

A longer one scrolls in its own frame:

$$
\\int_{0}^{\\infty} \\frac{x^{3}}{e^{x} - 1}\\,dx = \\frac{\\pi^4}{15} \\qquad \\begin{pmatrix} a & b & c \\\\ d & e & f \\end{pmatrix} \\cdot \\begin{pmatrix} x \\\\ y \\\\ z \\end{pmatrix} = \\begin{pmatrix} u \\\\ v \\end{pmatrix}
$$`;

export const diagram = `One part waits for the other:

\`\`\`mermaid
sequenceDiagram
  Client->>Server: part 1
  Server-->>Client: wait 250 ms
  Client->>Server: part 1 again
  Server-->>Client: done
\`\`\``;

export const longQuestion = [
  "The build server fails every third run. Here is what I know:",
  ...Array.from({ length: 11 }, (_, line) => `${line + 1}. run ${line + 1} took ${40 + line * 3} s`),
  "What do the failing ones have in common?",
].join("\n");

const lines = Array.from({ length: 60 }, (_, line) => `export const limit${line} = ${line * 250};`);

export const longDiff = settled(
  user("Raise every limit"),
  assistant(
    [
      call("e1", "edit", {
        path: "src/net/limits.ts",
        edits: [{ oldText: lines.join("\n"), newText: lines.map((line) => line.replace(";", "_000;")).join("\n") }],
      }),
    ],
    "toolUse",
  ),
  result("e1", "edit", "Edited src/net/limits.ts", {
    diff: [
      ...lines.map((line, index) => `-${index + 1} ${line}`),
      ...lines.map((line, index) => `+${index + 1} ${line.replace(";", "_000;")}`),
    ].join("\n"),
  }),
);

/** Wider than any panel. */
export const longName =
  "A name that somebody wrote in a hurry and that goes on and on, much longer than any panel of any width will ever be wide";
