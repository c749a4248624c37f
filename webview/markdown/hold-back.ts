/**
 * Half-arrived markup at the end of a streaming block. What has certainly begun is finished for it
 * (`**bold` is shown bold), what may still become anything is not shown yet (`[text](htt`, a lone `#`).
 */

/** The last block of a growing text as it is to be parsed now. */
export function holdBack(block: string): string {
  const lines = block.split("\n");
  const last = lines.length - 1;
  const line = lines[last] as string;
  if (isTableHead(lines)) return "";
  if (isOnlyMarker(line) || isHalfRow(lines) || mayUnderline(lines))
    return finishInline(lines.slice(0, last).join("\n"));
  return finishInline(block);
}

/** `#`, `-`, `1.`, `>`, "```": what kind of block this will be is not known yet. */
function isOnlyMarker(line: string): boolean {
  return /^\s*(?:#{1,6}|[-*+]|\d{1,9}[.)]?|>+|`{1,3}[\w-]*|~{1,3}|[-*+]\s+\[[ xX]?\]?|\|)\s*$/.test(line);
}

/** A line of dashes or equals under a paragraph makes it a heading, or is the start of something else. */
function mayUnderline(lines: readonly string[]): boolean {
  return (
    lines.length > 1 && /^\s{0,3}(?:=+|-+)\s*$/.test(lines.at(-1) as string) && (lines.at(-2) as string).trim() !== ""
  );
}

/** Cells of a table's first row, until the row of dashes tells that it is one. */
function isTableHead(lines: readonly string[]): boolean {
  return (
    lines.length <= 2 &&
    /^\s{0,3}\|/.test(lines[0] as string) &&
    !/^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(lines[1] ?? "")
  );
}

/** A row whose last cell has not ended. */
function isHalfRow(lines: readonly string[]): boolean {
  const line = lines.at(-1) as string;
  return lines.length > 2 && /^\s{0,3}\|/.test(lines[0] as string) && !/\|\s*$/.test(line);
}

/** Ends what is open inside the last paragraph or item. */
function finishInline(text: string): string {
  if (endsInFence(text)) return text;
  const at = Math.max(
    0,
    text.lastIndexOf("\n\n"),
    text.search(/\n\s*(?:[-*+]|\d{1,9}[.)])\s(?![\s\S]*\n\s*(?:[-*+]|\d{1,9}[.)])\s)/),
  );
  const head = text.slice(0, at);
  let tail = text.slice(at).replace(/[\ud800-\udbff]$/, "");
  const code = openCode(tail);
  if (code) return head + (tail.endsWith(code) ? tail.slice(0, -code.length) : tail.replace(/`+$/, "") + code);
  tail = holdLink(tail);
  tail = tail.replace(/(?:[*_~]+|[<&!\\]|&#?\w*|\$\$?)$/, "");
  const ends = closers(tail);
  return head + (ends === "" ? tail : tail.trimEnd() + ends);
}

/** A fence inside a list or a quote that has not ended: its text stands as it is. */
function endsInFence(text: string): boolean {
  let open = "";
  for (const line of text.split("\n")) {
    const marker = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (open === "") open = marker;
    else if (marker.startsWith(open)) open = "";
  }
  return open !== "";
}

/** The run of backticks that opened code which has not ended, or "". */
function openCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  let open = "";
  for (const run of runs) {
    if (open === "") open = run;
    else if (run === open) open = "";
  }
  return open;
}

/** `[text` and `![alt](url` are not shown yet; of `[text](url` the text is. */
function holdLink(text: string): string {
  const [whole, bang, label = "", rest] = /(!?)\[([^\][\n]{0,200})(\](?:\([^)\n]*|\[[^\]\n]*)?)?$/.exec(text) ?? [];
  if (whole === undefined || rest === "]") return text;
  return text.slice(0, text.length - whole.length) + (bang || rest === undefined ? "" : label);
}

/** The markers that end open emphasis, innermost first. */
function closers(text: string): string {
  const plain = text.replace(/(`+)[\s\S]*?\1/g, "x").replace(/\\./g, "x");
  const open: string[] = [];
  for (const match of plain.matchAll(/\*\*|~~|\*/g)) {
    const [run] = match;
    const before = plain[match.index - 1] ?? " ";
    const after = plain[match.index + run.length] ?? " ";
    if (open.includes(run) && /\S/.test(before)) open.splice(open.lastIndexOf(run), 1);
    else if (/\S/.test(after) && !/[\p{L}\p{N}]/u.test(before)) open.push(run);
  }
  return open.reverse().join("");
}
