/** Markdown of a given length, as answers are: headings, lists, tables, code. */
const parts = [
  "## Step {n}\n\n",
  "The retry timer races the server's own delay, so that **one run in eight** fails. See `src/net/upload.ts:{n}` for the place, and [the notes](docs/notes.md) for why it was so.\n\n",
  "- wait with back-off\n- await each part, so that an abort is seen\n- keep the public API as it is\n\n",
  "```ts\nexport const backoff{n} = (tries: number) =>\n  Math.min(8_000, 250 * 2 ** tries);\n```\n\n",
  "| Case | Before | After |\n|---|---|---|\n| Dropped part | 2140 ms | 412 ms |\n| Five tries | 5003 ms | {n} ms |\n\n",
  "Nothing else changes. The tests of the module pass, and those of the two callers; the third has none, which is a matter of its own.\n\n",
];

export function markdownText(length: number): string {
  let text = "";
  for (let n = 0; text.length < length; n += 1)
    text += (parts[n % parts.length] as string).replaceAll("{n}", String(n));
  return text.slice(0, length);
}
