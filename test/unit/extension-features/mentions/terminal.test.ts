import { expect, test } from "vitest";
import { terminalSelection } from "../../../../extension/mentions/terminal.ts";

/** A clipboard that notes what is written to it; a picture in it has no text and goes with the first write. */
class FakeClipboard {
  text: string;
  readonly written: string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  async readText(): Promise<string> {
    return this.text;
  }
  async writeText(text: string): Promise<void> {
    this.text = text;
    this.written.push(text);
  }
}

async function read(clipboard: FakeClipboard, selected: string): Promise<string> {
  return terminalSelection(clipboard, async () => {
    if (selected) clipboard.text = selected;
  });
}

test("the selection is read and the clipboard has its own text again", async () => {
  const clipboard = new FakeClipboard("mine");
  expect(await read(clipboard, "npm ERR!")).toBe("npm ERR!");
  expect(clipboard.text).toBe("mine");
});

test("what lies in the clipboard is not taken for a selection", async () => {
  const clipboard = new FakeClipboard("mine");
  expect(await read(clipboard, "")).toBe("");
  expect(clipboard.text).toBe("mine");
});

test("a selection that was copied before is one all the same", async () => {
  const clipboard = new FakeClipboard("npm ERR!");
  expect(await read(clipboard, "npm ERR!")).toBe("npm ERR!");
  expect(clipboard.text).toBe("npm ERR!");
});

test("without a selection a clipboard that holds no text is not written to", async () => {
  const clipboard = new FakeClipboard("");
  expect(await read(clipboard, "")).toBe("");
  expect(clipboard.written).toEqual([]);
});

test("the clipboard is put back when the terminal cannot be read", async () => {
  const clipboard = new FakeClipboard("mine");
  let calls = 0;
  const copy = async () => {
    calls += 1;
    if (calls === 2) throw new Error("no terminal");
  };
  await expect(terminalSelection(clipboard, copy)).rejects.toThrow("no terminal");
  expect(clipboard.text).toBe("mine");
});
