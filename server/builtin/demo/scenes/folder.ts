/** Lists the real folder, reads what introduces it, and sums up what was found. */
import type { Conversation } from "../conversation.ts";
import type { Reply } from "../stream.ts";

/** What says best what a folder is about, the best first. */
const INTRODUCING = [/^readme(\.\w+)?$/i, /^package\.json$/i, /^(pyproject|cargo)\.toml$/i, /^go\.mod$/i];

export function folderScene({ request, outcomes, images }: Conversation): Reply {
  const listing = outcomes.find((one) => one.name === "ls");
  const reading = outcomes.find((one) => one.name === "read");
  if (!listing) {
    const seen =
      images > 0 ? ` They also sent ${images} image${images > 1 ? "s" : ""}, which a script cannot look at.` : "";
    return {
      parts: [
        {
          type: "thinking",
          text: `The person says: “${request.slice(0, 200)}”.${seen} The best start is to look at the folder itself rather than to guess.`,
        },
        { type: "text", text: "Let me look at the folder first." },
        { type: "tool", name: "ls", args: { path: "." } },
      ],
    };
  }
  const names = listing.isError ? [] : namesIn(listing.text);
  const introducing = INTRODUCING.map((pattern) => names.find((name) => pattern.test(name))).find(Boolean);
  if (introducing && !reading) {
    return {
      parts: [
        { type: "thinking", text: `${names.length} entries. ${introducing} should say what this is about.` },
        { type: "tool", name: "read", args: { path: introducing, limit: 40 } },
      ],
    };
  }
  return {
    parts: [
      { type: "text", text: listing.isError ? failure(listing.text) : summary(names, introducing, reading?.text) },
    ],
  };
}

function namesIn(listing: string): string[] {
  return listing
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("[") && line !== "(empty directory)");
}

function failure(text: string): string {
  return `The folder could not be listed:\n\n\`\`\`\n${text}\n\`\`\``;
}

function summary(names: readonly string[], introducing: string | undefined, text: string | undefined): string {
  if (names.length === 0) return "This folder is **empty**. Ask me to `create` something to have a file in it.";
  const folders = names.filter((name) => name.endsWith("/"));
  const files = names.filter((name) => !name.endsWith("/"));
  const lines = [
    "## What is in this folder",
    "",
    `${count(folders.length, "folder")} and ${count(files.length, "file")}.`,
    "",
    "| Kind | Entries |",
    "| --- | --- |",
    ...(folders.length > 0 ? [`| Folders | ${listed(folders)} |`] : []),
    ...byEnding(files).map(([ending, entries]) => `| ${ending} | ${listed(entries)} |`),
  ];
  const said = text && introducing ? firstWords(text) : undefined;
  if (said) lines.push("", `\`${introducing}\` begins with:`, "", `> ${said}`);
  lines.push("", "Try next: *run a command*, *edit a file*, *ask me something*, *showcase*, *long answer*, *fail*.");
  return lines.join("\n");
}

function byEnding(files: readonly string[]): [string, string[]][] {
  const groups = Map.groupBy(files, (name) => (/\.\w+$/.exec(name) ? `\`${/\.\w+$/.exec(name)?.[0]}\`` : "Other"));
  return [...groups].sort((a, b) => b[1].length - a[1].length).slice(0, 8);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 6).map((name) => `\`${name}\``);
  return names.length > 6 ? `${shown.join(", ")} and ${names.length - 6} more` : shown.join(", ");
}

function count(n: number, noun: string): string {
  return `**${n}** ${noun}${n === 1 ? "" : "s"}`;
}

function firstWords(text: string): string | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/^#+\s*/, "").trim())
    .filter((line) => line !== "" && !/^[{[<!]/.test(line));
  return lines.length > 0 ? lines.slice(0, 2).join(": ").slice(0, 200) : undefined;
}
