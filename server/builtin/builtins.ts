/** The agent extensions that ship with the server, in the order they run. */
import type { InlineExtension } from "@earendil-works/pi-coding-agent";
import type { Options } from "../cli/options.ts";
import { demoTools } from "./demo/extension.ts";
import { systemPrompt } from "./system-prompt.ts";

export function builtins(_options: Options): InlineExtension[] {
  return [
    { name: "system-prompt", factory: systemPrompt, hidden: true },
    { name: "demo", factory: demoTools, hidden: true },
  ];
}
