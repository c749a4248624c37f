import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { test } from "./atomic.ts";
import { shows } from "./shows.ts";

describe("the chat view", () => {
  test("opens from the activity bar and says what to do", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.chat.frame.getByText("What shall we work on?").waitFor();
    await atomic.chat.button("Explain how this project fits together").waitFor();
  });

  test("streams thinking, a tool call on the real folder and text", async ({ atomic }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push(
      [{ reasoning: "The file will tell." }, { tool: "read", args: { path: "hello.txt" } }],
      ["The file says ", { gate }, "**hello** from the workspace."],
    );
    await atomic.chat.send("What does hello.txt say?");
    await gate.reached;
    const { conversation } = atomic.chat;
    await conversation.getByText("The file says").waitFor();
    expect(await conversation.getByText("from the workspace.").count()).toBe(0);
    await atomic.chat.button("Stop").waitFor();
    gate.open();
    await conversation.getByText("from the workspace.").waitFor();
    await conversation.locator("strong", { hasText: "hello" }).waitFor();
    await atomic.chat.thinking.waitFor();
    await shows(atomic.chat.tool("read"), /hello\.txt/);
    await shows(atomic.chat.tool("read"), /done/i);
    // The tool really ran: the model was given the file's text.
    const second = await atomic.endpoint.waitForAgentRequest(2);
    expect(second.conversation.at(-1)?.text).toContain("hello from the workspace");
  });

  test("asks before it runs a command, runs it once allowed and shows its output", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push([{ tool: "bash", args: { command: "echo $((6 * 7)) apples" } }], ["There are 42."]);
    await atomic.chat.send("How many apples?");
    await atomic.chat.button("Allow once").click();
    await atomic.chat.conversation.getByText("There are 42.").waitFor();
    const card = atomic.chat.tool("bash");
    await shows(card, /echo/);
    await shows(card, /done/i);
    const second = await atomic.endpoint.waitForAgentRequest(2);
    expect(second.conversation.at(-1)?.text).toContain("42 apples");
  });

  test("queues a message while it runs and sends it after the turn", async ({ atomic }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push(["First ", { gate }, "answer."], ["Second answer."]);
    await atomic.chat.send("one");
    await gate.reached;
    await atomic.chat.send("two");
    await shows(atomic.chat.queue, /two/);
    gate.open();
    await atomic.chat.conversation.getByText("Second answer.").waitFor();
    await atomic.chat.queue.waitFor({ state: "detached" });
    expect((await atomic.endpoint.waitForAgentRequest(2)).lastUserText).toBe("two");
    expect(await atomic.chat.conversation.getByText("two", { exact: true }).count()).toBe(1);
  });

  test("stops, gives the queue back to the composer and goes on with the next prompt", async ({ atomic }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push(["Partial ", { gate }, "never seen"], ["After the stop."]);
    await atomic.chat.send("begin");
    const request = await atomic.endpoint.waitForAgentRequest(1);
    await gate.reached;
    await atomic.chat.send("later");
    await shows(atomic.chat.queue, /later/);
    await atomic.chat.button("Stop").click();
    expect(await request.closed).toBe(true);
    await atomic.chat.button("Send").waitFor();
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("later");
    await atomic.chat.conversation.getByText("Partial").waitFor();
    await atomic.chat.message.press("Enter");
    await atomic.chat.conversation.getByText("After the stop.").waitFor();
    expect(await atomic.chat.conversation.getByText("never seen").count()).toBe(0);
    gate.open();
  });

  test("an endpoint that refuses the key is told in the panel, and the chat goes on", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push({ status: 401, body: { error: { message: "Incorrect API key provided" } } }, [
      "Now it works.",
    ]);
    await atomic.chat.send("hello?");
    await shows(atomic.chat.alert.first(), /key/i);
    await atomic.chat.send("and now?");
    await atomic.chat.conversation.getByText("Now it works.").waitFor();
  });
});
