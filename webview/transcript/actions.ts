/** What can be done with a turn or a message. Failures are told in a toast; nothing is lost by them. */
import { command, post } from "../state/host.ts";
import { getView, loadEntry, sendMessage, setComposerText, showToast } from "../state/store.ts";
import type { Row, Turn, UserRow } from "../state/transcript.ts";
import { t } from "../ui/l10n.ts";

/** Whether the server has a command beyond the protocol page. */
export function hasExtra(name: string): boolean {
  return getView().chat?.extras.includes(name) ?? false;
}

export function turnOf(key: string): Turn | undefined {
  return getView().transcript.turns.find((turn) => turn.key === key);
}

function messageOf(turn: Turn): UserRow | undefined {
  const [first] = turn.rows;
  return first?.kind === "user" ? first : undefined;
}

/** The answer of a turn as Markdown: its texts, in order. */
export function answerMarkdown(turn: Turn): string {
  return turn.rows.flatMap((row) => (row.kind === "text" ? [row.text.trim()] : [])).join("\n\n");
}

export function copyText(text: string): void {
  post({ type: "copy", text });
  showToast("info", t("Copied"));
}

/** Copies the answer, or the message where there is no answer yet. */
export function copyTurn(turn: Turn): void {
  copyText(answerMarkdown(turn) || messageOf(turn)?.text || "");
}

/** Runs a task of the server; says what went wrong, or that an agent extension said no. */
async function attempt<T extends { cancelled: boolean }>(task: Promise<T>): Promise<T | null> {
  try {
    const data = await task;
    if (data.cancelled) showToast("info", t("Cancelled by an extension of the agent"));
    return data.cancelled ? null : data;
  } catch (error) {
    showToast("error", (error as Error).message);
    return null;
  }
}

/** A new session up to before this message; its text lands in the composer. */
export async function forkFrom(entryId: string | undefined): Promise<void> {
  if (entryId !== undefined) await attempt(command("fork", { entryId }));
}

/** The last entry of a turn. */
function lastEntry(turn: Turn): string | undefined {
  const row = turn.rows.findLast(({ entryId }) => entryId !== undefined);
  return row?.kind === "tool" ? (row.resultEntryId ?? row.entryId) : row?.entryId;
}

/** A copy of the session up to the end of this turn. */
export async function cloneFrom(turn: Turn): Promise<void> {
  const { turns } = getView().transcript;
  const next = turns[turns.indexOf(turn) + 1];
  if (next === undefined) {
    await attempt(command("clone", {}));
    return;
  }
  const target = lastEntry(turn);
  if (hasExtra("navigate_tree") && target !== undefined) {
    if (await attempt(command("navigate_tree", { targetId: target }))) await attempt(command("clone", {}));
  } else await forkFrom(messageOf(next)?.entryId);
}

/** Labels the message of a turn; an empty label takes it away. */
export async function labelTurn(turn: Turn, label: string): Promise<void> {
  const targetId = messageOf(turn)?.entryId ?? lastEntry(turn);
  if (targetId === undefined) return;
  const name = label.trim();
  await command("set_label", { targetId, ...(name === "" ? {} : { label: name }) }).catch((error: Error) =>
    showToast("error", error.message),
  );
}

/** The label that a turn has. */
export function labelOf(turn: Turn, labels: Readonly<Record<string, string>>): string | undefined {
  for (const { entryId } of turn.rows) if (entryId !== undefined && labels[entryId]) return labels[entryId];
  return undefined;
}

/**
 * Sends a message in place of an earlier one. The session goes back to before it where the server can;
 * elsewhere the message is forked from, and its text waits in the composer. False when it was not sent.
 */
export async function resend(row: UserRow, text: string): Promise<boolean> {
  const { entryId } = row;
  if (entryId === undefined) return false;
  if (!hasExtra("navigate_tree")) {
    await forkFrom(entryId);
    return false;
  }
  if (row.images.some(({ data }) => !data)) await loadEntry(entryId);
  const images = findUser(row.key)?.images ?? row.images;
  const moved = await attempt(command("navigate_tree", { targetId: entryId }));
  if (moved) sendMessage(text, images, "steer");
  return moved !== null;
}

/** Goes back to before a message; its text lands in the composer. */
export async function goBackTo(entryId: string): Promise<void> {
  const moved = await attempt(command("navigate_tree", { targetId: entryId }));
  if (moved?.editorText) setComposerText(moved.editorText, "replace", "fork");
}

/** Tries the message again whose answer failed. */
export async function sendAgain(errorKey: string): Promise<void> {
  const turn = getView().transcript.turns.findLast(({ rows }) => rows.some(({ key }) => key === errorKey));
  const message = turn && messageOf(turn);
  if (message) await resend(message, message.text);
}

function findUser(key: string): UserRow | undefined {
  const rows: Row[] = getView().transcript.turns.flatMap((turn) => turn.rows.slice(0, 1));
  const row = rows.find((candidate) => candidate.key === key);
  return row?.kind === "user" ? row : undefined;
}
