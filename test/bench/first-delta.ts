import type { Frame, Page } from "playwright-core";
import { packageExtension } from "../../scripts/package.ts";
import { AgentFolder } from "../support/agent-folder.ts";
import { ScriptedEndpoint } from "../support/endpoint.ts";
import { Gate } from "../support/gate.ts";
import type { Step } from "../support/script.ts";
import { startApp } from "../support/vscode-app.ts";
import { Workbench } from "../support/vscode-workbench.ts";
import { panelFrames } from "../support/wire-tap.ts";
import type { Figure } from "./metric.ts";
import { percentile } from "./panel/measure.ts";

const answers = 40;
const deltas = 8;
/** Between two deltas, in ms: none is drawn with the one before. */
const pause = 60;

declare global {
  interface Window {
    /** ms since the epoch, by the word of a delta: when it reached the host, and when it was painted. */
    deltaTimes?: { arrived: Record<string, number>; painted: Record<string, number> };
  }
}

/**
 * From the moment a delta's record reaches the host to the frame in which its word is painted, in ms, in real VS Code:
 * the packaged extension, its own server, a scripted endpoint. `first_delta_ms_p95` is of the first delta of each
 * answer, `every_delta_ms_p95` of all. Both clocks are the machine's.
 */
export async function measureFirstDelta(): Promise<Record<"first_delta_ms_p95" | "every_delta_ms_p95", Figure>> {
  const extension = await packageExtension();
  const endpoint = await ScriptedEndpoint.start();
  const folder = new AgentFolder({ baseUrl: endpoint.baseUrl, workspace: { "hello.txt": "hello\n" } });
  try {
    const app = await startApp({ workspace: folder.workspace, extensions: [extension], env: folder.env() });
    try {
      const times = await streamAll(app.page, endpoint);
      const firsts = times.filter(({ word }) => word.endsWith("x0"));
      return {
        first_delta_ms_p95: {
          value: percentile(
            firsts.map(({ ms }) => ms),
            0.95,
          ),
        },
        every_delta_ms_p95: {
          value: percentile(
            times.map(({ ms }) => ms),
            0.95,
          ),
        },
      };
    } finally {
      await app.stop();
    }
  } finally {
    await endpoint.stop();
    folder.remove();
  }
}

interface Delta {
  /** `a3x0`: the first of the fourth answer. */
  word: string;
  ms: number;
}

async function streamAll(page: Page, endpoint: ScriptedEndpoint): Promise<Delta[]> {
  const workbench = new Workbench(page);
  const { chat } = workbench;
  await workbench.statusItem("atomic.context").waitFor();
  await workbench.openChatView();
  const ask = async (question: string, script: readonly Step[], lastWord: string) => {
    endpoint.push(script);
    await chat.send(question);
    await chat.conversation.getByText(lastWord).waitFor();
    await chat.button("Send").waitFor();
  };
  await ask("warm up", ["Warmed up."], "Warmed up.");
  const { panel } = panelFrames(page);
  await recordTimes(panel);
  for (let answer = 0; answer < answers; answer++) {
    await ask(`question ${answer}`, steps(answer), `a${answer}x${deltas - 1}`);
  }
  const { arrived, painted } = await panel.evaluate(() => window.deltaTimes ?? { arrived: {}, painted: {} });
  const words = Object.keys(arrived);
  if (words.length !== answers * deltas) throw new Error(`${words.length} deltas came, not ${answers * deltas}`);
  return words.map((word) => ({ word, ms: (painted[word] ?? Number.NaN) - (arrived[word] ?? Number.NaN) }));
}

/** Words one by one, with a pause before each. */
function steps(answer: number): Step[] {
  return Array.from({ length: deltas }, (_, at) => {
    const gate = new Gate();
    void gate.reached.then(() => setTimeout(() => gate.open(), pause));
    return [{ gate }, { text: `a${answer}x${at} `, pieces: [`a${answer}x${at} `] }];
  }).flat();
}

/** Every record tells when it reached the host; a word counts as painted in the first task after the frame that has it. */
function recordTimes(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const arrived: Record<string, number> = {};
    const painted: Record<string, number> = {};
    window.deltaTimes = { arrived, painted };
    window.addEventListener("message", ({ data }) => {
      for (const record of data?.type === "batch" ? data.records : []) {
        const update = record.kind === "event" ? record.event.assistantMessageEvent : undefined;
        if (update?.type !== "text_delta") continue;
        // Two that arrive together come as one.
        for (const word of update.delta.match(/a\d+x\d+/g) ?? []) arrived[word] ??= record.at;
      }
    });
    const afterFrame = new MessageChannel();
    let words: string[] = [];
    afterFrame.port1.onmessage = () => {
      const now = Date.now();
      for (const word of words) painted[word] ??= now;
    };
    const look = () => {
      words = document.querySelector('[role="log"]')?.textContent?.match(/a\d+x\d+/g) ?? [];
      afterFrame.port2.postMessage(null);
    };
    new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}
