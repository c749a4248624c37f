/** Every command the server knows. */
import type { Commands } from "../rpc/dispatcher.ts";
import { bash } from "./bash.ts";
import { compaction } from "./compaction.ts";
import { models } from "./models.ts";
import { prompting } from "./prompting.ts";
import { queueModes } from "./queue-modes.ts";
import { retry } from "./retry.ts";
import { session } from "./session.ts";
import { state } from "./state.ts";
import { thinking } from "./thinking.ts";
import { tree } from "./tree.ts";

export const allCommands = {
  ...prompting,
  ...state,
  ...models,
  ...thinking,
  ...queueModes,
  ...compaction,
  ...retry,
  ...bash,
  ...session,
  ...tree,
} as Commands;
