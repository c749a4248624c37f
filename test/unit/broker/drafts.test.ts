/** What is left of a draft and a queue when the process that holds them ends without a word. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DraftFiles } from "../../../extension/broker/draft-files.ts";
import { FakePanel, fakeHost } from "../../support/fake-panel.ts";
import { until } from "../../support/until.ts";

function draftFolder(): { folder: string; open(): DraftFiles; files(): string[] } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drafts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const open = () =>
    new DraftFiles(folder, (text) => {
      throw new Error(text);
    });
  return { folder, open, files: () => readdirSync(folder) };
}

const image = { type: "image" as const, data: "QUJD", mimeType: "image/png" };

test("a draft is in its file soon, also while it goes on changing", async () => {
  const { open } = draftFolder();
  const drafts = open();
  let typed = "";
  await until("it is there", () => {
    typed += "x";
    drafts.set("s", { text: typed, caret: 0, images: [] });
    return open().get("s") !== null;
  });
});

test("queued messages are kept at once, come back behind the draft once, and are forgotten when they are delivered", async () => {
  const { open, files } = draftFolder();
  const drafts = open();
  drafts.set("s", { text: "draft", caret: 5, images: [] });
  drafts.wait("s", { text: "queued", images: [image] });
  expect(drafts.get("s")).toMatchObject({ text: "draft", images: [] });

  const next = open();
  expect(next.get("s")).toMatchObject({ text: "draft\n\nqueued", images: [image] });
  next.set("s", { text: "draft\n\nqueued!", caret: 0, images: [] });
  next.flush();
  expect(open().get("s")).toMatchObject({ text: "draft\n\nqueued!", images: [] });

  drafts.wait("s", null);
  expect(open().get("s")).toMatchObject({ text: "draft", images: [] });
  drafts.set("s", null);
  drafts.flush();
  expect(files()).toEqual([]);
});

test("what the last process left is not lost when the first thing this one does is to queue", () => {
  const { open } = draftFolder();
  open().wait("s", { text: "old", images: [] });
  open().wait("s", { text: "new", images: [] });
  expect(open().get("s")?.text).toBe("old\n\nnew");
});

test("a chat's queue outlives a host that is killed, and only while the server has not delivered it", async () => {
  const { open } = draftFolder();
  const { chat, agent } = await fakeHost({ drafts: open() });
  const panel = new FakePanel(chat);
  panel.hello();
  panel.say("wait");
  await until("it runs", () => panel.streamed !== "");
  panel.say("then this", { images: [image] });
  panel.say("and at last that", { behavior: "followUp" });
  const key = () => chat.state.session?.file ?? chat.state.session?.id ?? "";
  const left = () => open().get(key()) ?? open().get("here");
  await until("both are kept", () => left()?.text === "then this\n\nand at last that" && left()?.images.length === 1);
  expect(chat.draft).toBeNull();
  agent.release();
  await until("the run is over", () => !chat.state.isStreaming && chat.state.queue.followUp.length === 0);
  expect(left()).toBeNull();
});

test("a queue that goes back to the composer is not given back a second time", async () => {
  const { open, files } = draftFolder();
  const { chat } = await fakeHost({ drafts: open() });
  const panel = new FakePanel(chat);
  panel.hello();
  panel.say("wait");
  await until("it runs", () => panel.streamed !== "");
  panel.say("then this");
  await until("it is kept", () => chat.state.queue.steering.length === 1 && files().length === 1);
  await chat.prompting.takeBack();
  await until("it is back", () => panel.of("composer").length === 1);
  expect(panel.of("composer")).toMatchObject([{ text: "then this" }]);
  expect(files()).toEqual([]);
});

test("with no panel, the queue of a server that ends is part of the draft, once", async () => {
  const { open } = draftFolder();
  const { chat, die } = await fakeHost({ drafts: open() });
  const panel = new FakePanel(chat);
  panel.hello();
  panel.say("wait");
  await until("it runs", () => panel.streamed !== "");
  panel.say("then this");
  await until("it is queued", () => chat.state.queue.steering.length === 1);
  panel.router.channel.suspend();
  die();
  const key = chat.state.session?.file ?? chat.state.session?.id ?? "";
  expect((open().get(key) ?? open().get("here"))?.text).toBe("then this");
});
