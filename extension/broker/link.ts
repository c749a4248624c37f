import type { CommandArgs, CommandName } from "../../server/protocol/command.ts";
import type { ExtensionUIAnswer } from "../../server/protocol/extension-ui.ts";
import type { ResponseData } from "../../server/protocol/response.ts";

/** What a chat needs of its server, however that one is run. */
export interface AgentLink {
  /** Starts the server when it is not running. Rejects with the reason when it cannot be started. */
  start(): Promise<void>;
  /** An id that no command has had. */
  newId(): string;
  /**
   * Sends one command and resolves with the response's data.
   * Rejects with the server's error text, or when the server ends before it has answered.
   */
  request<N extends CommandName>(name: N, args: CommandArgs<N>, id?: string): Promise<ResponseData[N]>;
  /** Answers a dialog; no response comes. */
  answer(id: string, answer: ExtensionUIAnswer): void;
}

/** Text of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
