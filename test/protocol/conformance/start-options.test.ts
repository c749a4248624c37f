/** What the command line decides about a session. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { scenario } from "../../support/scenario.ts";
import { messagesOf } from "../../support/session-file.ts";

test("4.4 clone of a session that was never saved fails", async () => {
  const { rpc } = await scenario();
  expect(await rpc.refused("clone")).not.toBe("");
});

test("4.12 --name sets the session name", async () => {
  const { rpc } = await scenario({ args: ["--name", "named at start"] });
  expect((await rpc.ok("get_state")).sessionName).toBe("named at start");
});

test("4.12 --no-session keeps nothing on disk and works in memory", async () => {
  const { rpc, folder } = await scenario({ args: ["--no-session"] });
  expect("sessionFile" in (await rpc.ok("get_state"))).toBe(false);
  await rpc.run("ephemeral words");
  const users = messagesOf((await rpc.ok("get_entries")).entries).filter((message) => message.role === "user");
  expect(users).toHaveLength(1);
  const [first] = (await rpc.ok("get_fork_messages")).messages;
  const fork = await rpc.ok("fork", { entryId: first?.entryId as string });
  expect(fork).toEqual({ text: "ephemeral words", cancelled: false });
  expect(await rpc.refused("export_html")).toBe("Cannot export in-memory session to HTML");
  await rpc.stop();
  const files = readdirSync(folder.agentDir, { recursive: true }).filter((name) => String(name).endsWith(".jsonl"));
  expect(files).toEqual([]);
});

test("4.12 --session-dir chooses the folder", async () => {
  const { rpc, folder, spawn } = await scenario();
  await rpc.stop();
  const chosen = path.join(folder.root, "my-sessions");
  const other = spawn({ args: ["--session-dir", chosen] });
  const { sessionFile } = await other.ok("get_state");
  expect(path.dirname(sessionFile as string)).toBe(chosen);
  await other.run("x");
  expect(existsSync(sessionFile as string)).toBe(true);
});

test("4.12 --provider and --model choose the model", async () => {
  const { rpc } = await scenario({ args: ["--provider", "mock", "--model", "plain"] });
  expect((await rpc.ok("get_state")).model?.id).toBe("plain");
});

test("4.5 entry ids are cursors across a restart", async () => {
  const { rpc, spawn } = await scenario();
  await rpc.run("before restart");
  const { entries, leafId } = await rpc.ok("get_entries");
  const { sessionFile } = await rpc.ok("get_state");
  await rpc.stop();
  const next = spawn();
  await next.ok("switch_session", { sessionPath: sessionFile as string });
  const later = await next.ok("get_entries", { since: entries.at(-2)?.id as string });
  expect(later.entries[0]?.id).toBe(leafId);
});
