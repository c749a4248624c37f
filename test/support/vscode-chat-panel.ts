import type { FrameLocator, Locator } from "playwright-core";

/** The parts of the chat panel by the roles and names that screen readers use. */
export class ChatPanel {
  readonly frame: FrameLocator;

  constructor(frame: FrameLocator) {
    this.frame = frame;
  }

  get message(): Locator {
    return this.frame.getByRole("textbox", { name: "Message", exact: true });
  }

  /** Whether what is typed goes into the message. */
  async hasFocus(): Promise<boolean> {
    return this.message.evaluate((box) => document.hasFocus() && document.activeElement === box);
  }

  get conversation(): Locator {
    return this.frame.getByRole("log", { name: "Conversation" });
  }

  get queue(): Locator {
    return this.frame.getByRole("list", { name: "Queue" });
  }

  get alert(): Locator {
    return this.frame.getByRole("alert");
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole("button", { name, exact: typeof name === "string" });
  }

  tool(name: string): Locator {
    return this.conversation.getByRole("group", { name: `Tool ${name}` });
  }

  get thinking(): Locator {
    return this.conversation.getByRole("group", { name: "Thinking" });
  }

  /** Types a message and sends it by Enter. */
  async send(text: string): Promise<void> {
    await this.message.click();
    await this.message.fill(text);
    await this.message.press("Enter");
  }
}
