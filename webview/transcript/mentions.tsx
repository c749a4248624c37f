/** A message's text with its `@` mentions set off; they open what they name. */

import { fileLinkOf } from "../markdown/paths.ts";
import { post } from "../state/host.ts";

const mention = /(?<![\p{L}\p{N}_@/.])@([\p{L}\p{N}_./\\~-]*[\p{L}\p{N}_/])(:\d+(?:[-–]\d+)?)?/gu;

export function Mentions({ text }: { text: string }) {
  const parts: (string | { at: number; target: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(mention)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ at: match.index, target: match[0].slice(1) });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts.map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <button key={part.at} type="button" className="mention" tabIndex={-1} onClick={() => open(part.target)}>
        @{part.target}
      </button>
    ),
  );
}

function open(target: string): void {
  const link = fileLinkOf(target);
  if (link) post({ type: "openFile", ...link });
}
