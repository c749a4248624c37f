/** Session files of other agents of this family open, whole and within what their compaction says. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type ForeignSession, foreignSessions } from "../support/foreign-sessions.ts";
import { scenario } from "../support/scenario.ts";
import { flatten, readSession } from "../support/session-file.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();

/** Where each text stands in the other; -1 when it does not, or stands before the one it follows. */
function places(texts: string[], whole: string): number[] {
  let at = 0;
  return texts.map((text) => {
    const found = whole.indexOf(text, at);
    if (found !== -1) at = found + text.length;
    return found;
  });
}

function write({ name, text }: ForeignSession): string {
  const file = path.join(t.folder.temp, `${name.replaceAll(/\W+/g, "-")}.jsonl`);
  writeFileSync(file, text.replaceAll("{here}", t.folder.workspace));
  return file;
}

for (const session of foreignSessions) {
  test(`case 71 decision 13: ${session.name}: opens, and the next request holds what it must`, async () => {
    const file = write(session);
    await t.rpc.ok("switch_session", { sessionPath: file });
    const state = await t.rpc.ok("get_state");
    expect(state.sessionFile).toBe(file);
    const shown = JSON.stringify([
      (await t.rpc.ok("get_messages")).messages,
      (await t.rpc.ok("get_entries")).entries,
      flatten((await t.rpc.ok("get_tree")).tree).length,
      await t.rpc.ok("get_session_stats"),
      await t.rpc.ok("get_fork_messages"),
    ]);
    expect(shown).not.toContain("undefined");
    expect(shown).not.toContain('"NaN"');
    await t.rpc.run("go on");
    const whole = (t.endpoint.requests.at(-1)?.conversation ?? []).map((message) => message.text).join("\n");
    expect(places([...session.context, "go on"], whole)).not.toContain(-1);
    for (const gone of session.without ?? []) expect(whole).not.toContain(gone);
    expect(readSession(file).at(-1)?.type).toBe("message");
  });
}

test("case 71: an old file opens at the start too, by --session", async () => {
  const file = write(foreignSessions[0] as ForeignSession);
  await t.rpc.stop();
  const { rpc } = await scenario({ args: ["--session", file] });
  expect((await rpc.ok("get_messages")).messages).toHaveLength(2);
});
