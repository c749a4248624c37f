/** Whose draft it is, and that of what is typed while sessions come and go nothing is lost. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ChatDraft } from "../../../extension/broker/chat-draft.ts";
import { DraftFiles } from "../../../extension/broker/draft-files.ts";
import { MemoryDrafts } from "../../../extension/broker/drafts.ts";
import type { PanelMessage, ShownDraft } from "../../../extension/panel/messages.ts";
import { FakePanel, fakeHost } from "../../support/fake-panel.ts";
import { until } from "../../support/until.ts";

const typed = (text: string): PanelMessage => ({ type: "draft", text, caret: text.length, images: [] });

/** The draft of each snapshot that the panel was sent, from `from` on. */
function shown(panel: FakePanel, from = 0): (ShownDraft | null)[] {
  return panel.messages.slice(from).flatMap((message) => (message.type === "snapshot" ? [message.draft] : []));
}

async function chatWithMessage() {
  const host = await fakeHost();
  const panel = new FakePanel(host.chat);
  panel.hello();
  panel.say("one");
  await until("the run is over", () => host.chat.hasMessages && !host.chat.state.isStreaming);
  return { ...host, panel };
}

describe("what is typed while the session is replaced", () => {
  test("a restart that brings another empty session leaves the composer alone", async () => {
    const { chat, agent } = await fakeHost();
    const panel = new FakePanel(chat);
    panel.hello();
    const from = panel.messages.length;
    agent.replaceSession();
    const ready = chat.agentReady();
    panel.send(typed("/kn"));
    await ready;
    expect(chat.state.session?.id).toBe(agent.sessionId);
    expect(shown(panel, from).length).toBeGreaterThan(0);
    expect(shown(panel, from).every((draft) => draft === null)).toBe(true);
    expect(chat.draft?.text).toBe("/kn");
  });

  test("while the agent restarts with its session it is that session's draft", async () => {
    const { chat, panel } = await chatWithMessage();
    panel.send(typed("next"));
    const ready = chat.agentReady();
    panel.send(typed("next word"));
    await ready;
    expect(chat.draft?.text).toBe("next word");
  });

  test("a new chat gets it, and the old session keeps what it had", async () => {
    const { chat, panel, agent } = await chatWithMessage();
    const old = chat.state.session?.id;
    panel.send(typed("old draft"));
    const from = panel.messages.length;
    const replaced = chat.replaceSession("new_session", {});
    panel.send(typed("old draft and new"));
    await replaced;
    expect(shown(panel, from)).toEqual([{ text: "", caret: 0, images: [], told: "old draft" }]);
    expect(chat.draft).toBeNull();
    agent.sessionId = String(old);
    agent.entries.push({
      type: "message",
      id: "again",
      parentId: null,
      timestamp: new Date(0).toISOString(),
      message: { role: "user", content: "one", timestamp: 0 },
    });
    agent.leafId = "again";
    await chat.agentReady();
    expect(chat.draft?.text).toBe("old draft");
  });

  test("after a message that was sent meanwhile it begins from nothing", async () => {
    const { chat, panel } = await chatWithMessage();
    panel.send(typed("/new"));
    const from = panel.messages.length;
    const replaced = chat.replaceSession("new_session", {});
    panel.send(typed(""));
    panel.send(typed("hello"));
    await replaced;
    expect(shown(panel, from).at(-1)).toMatchObject({ text: "", told: "" });
  });

  test("a message sent meanwhile is the new session's, once", async () => {
    const { chat, panel, agent } = await chatWithMessage();
    const replaced = chat.replaceSession("new_session", {});
    panel.say("hello");
    await replaced;
    await until("it is answered", () => JSON.stringify(chat.sync.entries.path).includes("Echo: hello"));
    await until("the run is over", () => !chat.state.isStreaming);
    expect(chat.state.session?.id).toBe(agent.sessionId);
    const told = chat.sync.entries.path.flatMap((entry) => (entry.type === "message" ? [entry.message.role] : []));
    expect(told).toEqual(["user", "assistant"]);
    expect(agent.received.filter(({ type }) => type === "prompt")).toHaveLength(2);
    expect(chat.draft).toBeNull();
  });

  test("a replacement that is refused changes nothing", async () => {
    const { chat, panel, agent } = await chatWithMessage();
    agent.refusals.set("new_session", "Not now");
    const replaced = chat.replaceSession("new_session", {});
    panel.send(typed("kept"));
    await expect(replaced).rejects.toThrow("Not now");
    expect(chat.draft?.text).toBe("kept");
    panel.hello("view-2");
    expect(shown(panel).at(-1)).toMatchObject({ text: "kept" });
    expect(shown(panel).at(-1)).not.toHaveProperty("told");
  });
});

describe("a session that takes long to come", () => {
  test("brings its draft when it is there", () => {
    const store = new MemoryDrafts();
    store.set("b", { text: "b's draft", caret: 0, images: [] });
    let key: string | null = "a";
    const draft = new ChatDraft({
      store,
      placeKey: "here",
      resumeKey: undefined,
      sessionKey: () => key,
      isReadOnly: () => false,
    });
    draft.value = { text: "a's", caret: 0, images: [] };
    draft.leave();
    key = null;
    const drawn: (ShownDraft | null)[] = [];
    draft.redrawing("showDraft", () => drawn.push(draft.forSnapshot()));
    draft.stay();
    expect(drawn).toEqual([null]);
    expect(draft.isLate).toBe(false);
    draft.value = { text: "a's and more", caret: 0, images: [] };
    key = "b";
    expect(draft.isLate).toBe(true);
    expect(draft.forSnapshot()).toMatchObject({ text: "b's draft", told: "a's" });
    expect(draft.isLate).toBe(false);
    expect(store.get("a")?.text).toBe("a's");
    expect(store.get("b")?.text).toBe("b's draft");
  });
});

test("what was typed at a place goes to the session that begins there, unless that has a draft: then both stay", () => {
  const store = new MemoryDrafts();
  let key: string | undefined;
  const draft = new ChatDraft({
    store,
    placeKey: "here",
    resumeKey: undefined,
    sessionKey: () => key,
    isReadOnly: () => false,
  });
  draft.value = { text: "typed here", caret: 0, images: [] };
  key = "a";
  draft.settle();
  expect([store.get("a")?.text, store.get("here")]).toEqual(["typed here", null]);
  key = undefined;
  draft.value = { text: "typed again", caret: 0, images: [] };
  key = "a";
  draft.settle();
  expect([store.get("a")?.text, store.get("here")?.text]).toEqual(["typed here", "typed again"]);
});

test("a session of another window shows no draft of it, and brings the one it has then when it is taken over", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drafts-"));
  const window = () => {
    const own = mkdtempSync(path.join(folder, "window-"));
    const store = new DraftFiles(own, (text) => expect.unreachable(text), path.join(folder, "shared"));
    let readOnly = false;
    const draft = new ChatDraft({
      store,
      placeKey: "here",
      resumeKey: undefined,
      sessionKey: () => path.join(folder, "session.jsonl"),
      isReadOnly: () => readOnly,
    });
    const setReadOnly = (value: boolean) => {
      readOnly = value;
    };
    return { store, draft, setReadOnly };
  };
  const [first, second] = [window(), window()];
  first.draft.value = { text: "half a thought", caret: 4, images: [] };
  first.draft.wait({ text: "queued", images: [] });
  first.store.flush();
  second.setReadOnly(true);
  expect(second.draft.forSnapshot()?.text).toBe("");
  second.draft.value = { text: "not its to change", caret: 0, images: [] };

  first.draft.wait(null);
  first.draft.value = { text: "half a thought\n\nqueued", caret: 0, images: [] };
  first.draft.handOver();
  first.setReadOnly(true);
  expect(first.draft.forSnapshot()).toMatchObject({ text: "", told: "half a thought\n\nqueued" });

  second.setReadOnly(false);
  second.draft.takeOver();
  const drawn: (ShownDraft | null)[] = [];
  second.draft.redrawing("keepDraft", () => drawn.push(second.draft.forSnapshot()));
  second.draft.redrawing("keepDraft", () => drawn.push(second.draft.forSnapshot()));
  expect(drawn).toMatchObject([{ text: "half a thought\n\nqueued" }, null]);
  rmSync(folder, { recursive: true });
});
