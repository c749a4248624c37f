import { describe, expect } from "vitest";
import { type Atomic, test } from "./atomic.ts";
import { shows } from "./shows.ts";

/** Chooses a mode in the palette; the servers start again with it. */
async function chooseMode(atomic: Atomic, label: string, inFooter: string): Promise<void> {
  await atomic.workbench.run("Atomic: Approval Mode…");
  await atomic.workbench.pick(label);
  await atomic.chat.button(`Approval mode: ${inFooter}`).waitFor();
}

const write = (name: string) => ({ tool: "write", args: { path: name, content: "written\n" } });
const bash = (command: string) => ({ tool: "bash", args: { command } });

describe("approval", () => {
  test("the mode is chosen in the palette, holds at once, and stands in the footer", async ({ atomic }) => {
    await atomic.newChat();
    const { chat, endpoint } = atomic;
    await chooseMode(atomic, "Ask first", "Ask before edits");
    endpoint.push([write("asked.txt")], ["It was refused."]);
    await chat.send("write it");
    await chat.button("Deny").click();
    await chat.conversation.getByText("It was refused.").waitFor();
    expect(atomic.folder.hasWorkspaceFile("asked.txt")).toBe(false);

    await chooseMode(atomic, "Do not ask", "Does not ask");
    endpoint.push([write("asked.txt"), bash("echo unasked")], ["Carried out."]);
    await chat.send("write it now");
    await chat.conversation.getByText("Carried out.").waitFor();
    expect(atomic.folder.readWorkspaceFile("asked.txt")).toBe("written\n");
    expect(endpoint.agentRequests.at(-1)?.conversation.at(-1)?.text).toContain("unasked");

    await chooseMode(atomic, "Ask before commands", "Ask before commands");
  });

  test("case 68: it is given by keyboard, once or for the session; the card says why a call was not asked about", async ({
    atomic,
  }) => {
    await atomic.newChat();
    const { chat, endpoint } = atomic;
    const { keyboard } = atomic.app.page;
    endpoint.push(
      [bash("ls hello.txt")],
      ["Once."],
      [bash("ls hello.txt")],
      ["Again."],
      [bash("ls hello.txt")],
      ["Thrice."],
    );
    await chat.message.pressSequentially("first");
    await keyboard.press("Enter");
    await chat.button("Allow once").waitFor();
    await keyboard.press("Alt+R");
    await keyboard.press("1");
    await chat.conversation.getByText("Once.").waitFor();
    await chat.button("Send").waitFor();

    await chat.message.focus();
    await chat.message.pressSequentially("second");
    await keyboard.press("Enter");
    await chat.button(/Allow for this session/).waitFor();
    await keyboard.press("Alt+R");
    await keyboard.press("2");
    await chat.conversation.getByText("Again.").waitFor();
    await chat.button("Send").waitFor();

    await chat.send("third");
    await chat.conversation.getByText("Thrice.").waitFor();
    await shows(chat.tool("bash").last(), /allowed/);
    expect(endpoint.agentRequests).toHaveLength(6);
    expect(endpoint.agentRequests.at(-1)?.conversation.at(-1)?.text).toContain("hello.txt");
    await chat.tool("bash").last().getByText("ls hello.txt").first().click();
    await chat.conversation.getByText(/Allowed for this session by/).waitFor();
  });
});
