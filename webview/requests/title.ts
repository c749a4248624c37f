/** Titles of requests: agent extensions put whole texts into them, fenced code included. */
import { plainText } from "../ui/plain.ts";

export type Part = { kind: "text" | "code"; text: string };

export interface Title {
  /** The first line. */
  heading: string;
  /** What follows it, in order. */
  parts: Part[];
}

/** First line as heading, the rest as paragraphs and code. An open fence reaches to the end. */
export function parseTitle(title: string): Title {
  const lines = plainText(title).trim().split("\n");
  const heading = (lines.shift() ?? "").replace(/^#+\s+/, "");
  const parts: Part[] = [];
  let current: Part | null = null;
  let fence = "";
  for (const line of lines) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== "" && mark?.startsWith(fence) && line.trim() === mark) {
      fence = "";
      current = null;
    } else if (fence === "" && mark) {
      fence = mark;
      current = { kind: "code", text: "" };
      parts.push(current);
    } else if (fence !== "" && current) {
      current.text += current.text === "" ? line : `\n${line}`;
    } else if (line.trim() === "") {
      current = null;
    } else if (current) {
      current.text += `\n${line}`;
    } else {
      current = { kind: "text", text: line };
      parts.push(current);
    }
  }
  return { heading, parts: parts.filter((part) => part.text.trim() !== "") };
}

/** Text with `code` in backticks, in turns: even places are text, odd ones code. */
export function inlineCode(text: string): string[] {
  return text.split(/`([^`\n]+)`/);
}
