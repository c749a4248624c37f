/**
 * Every command of the protocol: one schema each, from which the types, the run-time check and
 * docs/protocol.schema.json come. Commands below the line go beyond the page (docs/protocol.md).
 */
import { type Static, Type } from "typebox";
import { ImageContentSchema } from "./message.ts";
import { ThinkingLevelSchema } from "./model.ts";

const text = () => Type.String();
const name = () => Type.String({ minLength: 1 });
const images = () => Type.Optional(Type.Array(ImageContentSchema));
const persist = () => Type.Optional(Type.Boolean());
const queueMode = () => Type.Enum(["all", "one-at-a-time"] as const);

/** The fields of each command beside `type` and `id`. */
export const commandSchemas = {
  prompt: Type.Object({
    message: text(),
    images: images(),
    streamingBehavior: Type.Optional(Type.Enum(["steer", "followUp"] as const)),
  }),
  steer: Type.Object({ message: text(), images: images() }),
  follow_up: Type.Object({ message: text(), images: images() }),
  abort: Type.Object({}),
  clear_queue: Type.Object({}),
  new_session: Type.Object({ parentSession: Type.Optional(name()) }),

  get_state: Type.Object({}),
  get_messages: Type.Object({}),

  set_model: Type.Object({ provider: name(), modelId: name(), persist: persist() }),
  cycle_model: Type.Object({
    persist: persist(),
    direction: Type.Optional(Type.Enum(["forward", "backward"] as const)),
  }),
  get_available_models: Type.Object({}),
  logout_provider: Type.Object({ provider: name() }),

  set_thinking_level: Type.Object({ level: ThinkingLevelSchema, persist: persist() }),
  cycle_thinking_level: Type.Object({}),
  get_available_thinking_levels: Type.Object({}),

  set_steering_mode: Type.Object({ mode: queueMode(), persist: persist() }),
  set_follow_up_mode: Type.Object({ mode: queueMode(), persist: persist() }),

  compact: Type.Object({}),
  set_auto_compaction: Type.Object({ enabled: Type.Boolean(), persist: persist() }),

  set_auto_retry: Type.Object({ enabled: Type.Boolean(), persist: persist() }),
  abort_retry: Type.Object({}),

  bash: Type.Object({ command: name(), excludeFromContext: Type.Optional(Type.Boolean()) }),
  abort_bash: Type.Object({ requestId: Type.Optional(Type.Union([Type.String(), Type.Number()])) }),

  get_session_stats: Type.Object({}),
  export_html: Type.Object({ outputPath: Type.Optional(name()) }),
  switch_session: Type.Object({ sessionPath: name() }),
  fork: Type.Object({ entryId: name() }),
  clone: Type.Object({}),
  get_fork_messages: Type.Object({}),
  get_entries: Type.Object({ since: Type.Optional(name()) }),
  get_tree: Type.Object({}),
  get_last_assistant_text: Type.Object({}),
  set_session_name: Type.Object({ name: text() }),
  get_commands: Type.Object({}),

  // ---- beyond the page ----
  get_capabilities: Type.Object({}),
  navigate_tree: Type.Object({
    targetId: name(),
    options: Type.Optional(
      Type.Object({
        summarize: Type.Optional(Type.Boolean()),
        customInstructions: Type.Optional(text()),
        replaceInstructions: Type.Optional(Type.Boolean()),
        label: Type.Optional(text()),
      }),
    ),
  }),
  /** One of `targetId` and `entryId` (the name that existing clients use) is needed. */
  set_label: Type.Object({
    targetId: Type.Optional(name()),
    entryId: Type.Optional(name()),
    label: Type.Optional(Type.String({ description: "Absent or empty: the label is cleared" })),
  }),
  list_sessions: Type.Object({ scope: Type.Optional(Type.Enum(["folder", "all"] as const)) }),
  abort_compaction: Type.Object({}),
  login_provider: Type.Object({ provider: name(), apiKey: name() }),
} as const;

export type CommandName = keyof typeof commandSchemas;
export type CommandArgs<N extends CommandName> = Static<(typeof commandSchemas)[N]>;
/** A JSON string or number, echoed as it came. */
export type CommandId = string | number;
/** A command as it stands on the wire. */
export type RpcCommand<N extends CommandName = CommandName> = {
  [K in N]: { type: K; id?: CommandId } & CommandArgs<K>;
}[N];
