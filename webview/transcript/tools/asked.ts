/** Tool calls while a person is asked to allow them: they do not run yet, and that time is none of their own. */
import { useState } from "react";
import type { OpenRequest } from "../../../extension/panel/messages.ts";
import { approvalOptions } from "../../requests/approval.ts";
import { parseTitle } from "../../requests/title.ts";
import { useView } from "../../state/store.ts";
import type { ToolRow } from "../../state/transcript.ts";
import { approvalOf, textArgument } from "./describe.ts";

/** The call as it is to be shown: `waiting` as long as an open request asks about it, then with its own times. */
export function useAsked(row: ToolRow): ToolRow {
  const asked = useView(
    ({ chat }) => row.state === "running" && (chat?.requests ?? []).some(({ request }) => asksAbout(request, row)),
  );
  const [wasAsked, setWasAsked] = useState(asked);
  const [answeredAt, setAnsweredAt] = useState<number>();
  if (asked !== wasAsked) {
    setWasAsked(asked);
    if (wasAsked) setAnsweredAt(Date.now());
  }
  if (asked) return { ...row, state: "waiting" };
  const startedAt = answeredAt ?? row.startedAt;
  const waited = approvalOf(row)?.waitedMs ?? 0;
  if (row.durationMs === undefined)
    return startedAt === row.startedAt ? row : { ...row, startedAt: startedAt as number };
  return waited === 0 ? row : { ...row, durationMs: Math.max(0, row.durationMs - waited) };
}

/** Whether a request asks for leave to run this very call: it shows the command, the path or the name, whole. */
export function asksAbout(request: OpenRequest["request"], row: ToolRow): boolean {
  if (request.method !== "select" || approvalOptions(request.options) === null) return false;
  const subject = parseTitle(request.title).parts.find(({ kind }) => kind === "code")?.text ?? "";
  const command = textArgument(row, "command");
  if (command !== "") return subject === command.trimEnd() || subject === command;
  const path = textArgument(row, "path", "file_path");
  if (path !== "" && (subject.endsWith(path) || path.endsWith(subject))) return subject !== "";
  return subject.startsWith(`${row.name} `);
}
