/** The agent extensions that ship with the server, in the order they run. */
import type { InlineExtension } from "@earendil-works/pi-coding-agent";
import type { Options } from "../cli/options.ts";
import { approvalGate } from "./approval/gate.ts";
import { demoTools } from "./demo/extension.ts";
import { ASK_TOOL } from "./demo/questions.ts";
import { retryEmptyAnswers } from "./empty-answers.ts";
import { hideKeys } from "./hide-keys.ts";
import { systemPrompt } from "./system-prompt.ts";
import { writePatch } from "./write-patch.ts";

export function builtins({ approval }: Options): InlineExtension[] {
  return [
    { name: "empty-answers", factory: retryEmptyAnswers, hidden: true },
    { name: "hide-keys", factory: hideKeys, hidden: true },
    { name: "system-prompt", factory: systemPrompt, hidden: true },
    { name: "demo", factory: demoTools, hidden: true },
    approvalGate({ mode: approval, harmless: [ASK_TOOL] }),
    // Changes nothing that the gate has seen.
    { name: "write-patch", factory: writePatch, hidden: true },
  ];
}
