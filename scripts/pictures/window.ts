/** Pictures of VS Code itself with Atomic in it: the window, and its lists. */
import path from "node:path";
import type { Page } from "playwright-core";
import { AgentFolder } from "../../test/support/agent-folder.ts";
import { ScriptedEndpoint } from "../../test/support/endpoint.ts";
import { startApp } from "../../test/support/vscode-app.ts";
import { Workbench } from "../../test/support/vscode-workbench.ts";
import { save } from "./save.ts";

const priceFile = `/** From this many pieces of one item on, the sale is cheaper. */
const bulk = 10;

/** What a sale costs, rounded to cents. */
export function priceOf({ count, unitPrice }) {
  const price = count * unitPrice;
  return roundToCents(count > bulk ? price * 0.9 : price);
}

export function roundToCents(amount) {
  return Math.round(amount * 100) / 100;
}
`;

const answer = `\`priceOf\` gives the discount from the **eleventh** piece on, and the comment says from the tenth:

| Pieces | Should cost | Costs |
| ---: | ---: | ---: |
| 9 | 9.00 | 9.00 |
| 10 | 9.00 | 10.00 |
| 11 | 9.90 | 9.90 |

In [price.js:7](src/price.js#L7) \`>\` should be \`>=\`. Shall I change it and add a test?`;

const conversations: [question: string, answer: string][][] = [
  [["Explain how this project fits together", "It adds up what a market stall sells in a day."]],
  [["Review my uncommitted changes", "There are none."]],
  [
    ["Why does a sale of ten pieces cost too much?", answer],
    ["Change it and add a test", "Done."],
    ["Add a changelog entry", "Done."],
  ],
];

const names = ["window", "sessions", "fork-picker"];

/** Takes those of the pictures that are wanted; all without names. */
export async function takeWindowPictures(wanted: readonly string[]): Promise<void> {
  const chosen = names.filter((name) => wanted.length === 0 || wanted.includes(name));
  if (chosen.length === 0) return;
  const endpoint = await ScriptedEndpoint.start();
  const folder = new AgentFolder({ workspace: { "src/price.js": priceFile }, baseUrl: endpoint.baseUrl });
  const app = await startApp({
    workspace: folder.workspace,
    extensions: [path.resolve(import.meta.dirname, "../../out/atomic.vsix")],
    env: folder.env(),
    settings: {
      "workbench.colorTheme": "Default Dark Modern",
      "chat.fontFamily": "Inter",
      "editor.fontFamily": "JetBrains Mono",
      "editor.minimap.enabled": false,
      "typescript.disableAutomaticTypeAcquisition": true,
    },
  });
  try {
    await app.page.setViewportSize({ width: 1120, height: 720 });
    await setFont(app.page);
    const workbench = new Workbench(app.page);
    await workbench.statusItem("atomic.context").waitFor();
    await workbench.openFile(path.join(folder.workspace, "src/price.js"));
    for (const conversation of conversations) {
      await workbench.openChatView();
      await workbench.startChat();
      for (const [at, [question, reply]] of conversation.entries()) {
        endpoint.push([reply]);
        await workbench.chat.send(question);
        await workbench.chat.button("Send").waitFor();
        await workbench.chat.conversation.getByText(reply.slice(-12)).nth(0).waitFor();
        if (reply === answer && at === 0 && chosen.includes("window")) await take("window", app.page);
      }
    }
    for (const [name, command] of [
      ["sessions", "Atomic: Sessions…"],
      ["fork-picker", "Atomic: Fork…"],
    ] as const) {
      if (!chosen.includes(name)) continue;
      await workbench.run(command);
      await workbench.quickPickRow("Why does a sale of ten pieces cost too much?").waitFor();
      await save(name, app.page, await workbench.quickInput.screenshot());
      await workbench.closeQuickInput();
    }
  } finally {
    await app.stop();
    await endpoint.stop();
    folder.remove();
  }
}

/** With the side bar as wide as one would draw it. */
async function take(name: string, page: Page): Promise<void> {
  const sash = await page.locator(".part.sidebar").boundingBox();
  const edge = sash ? sash.x + sash.width : 0;
  await page.mouse.move(edge, 400);
  await page.mouse.down();
  await page.mouse.move(edge + 100, 400, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await save(name, page, await page.screenshot());
}

/** The font of the panel's pictures for the rest of the window. */
async function setFont(page: Page): Promise<void> {
  await page.addStyleTag({ content: ".monaco-workbench { font-family: Inter, sans-serif !important; }" });
}
