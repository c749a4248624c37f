/**
 * Records as JSON text. Thousands of message_update records in a row differ in their delta only, so the usage
 * they all carry is written out once as long as it is the same object.
 */
import { stringify } from "./stringify.ts";

interface Update {
  readonly type: "message_update";
  readonly usage: object;
  readonly endTurn?: boolean;
  readonly assistantMessageEvent: object;
}

export class RecordText {
  #usage: object | undefined;
  #usageText = "";

  /** The record as one line, without the LF. */
  of(record: object): string {
    return (record as { type?: string }).type === "message_update" ? this.#update(record as Update) : stringify(record);
  }

  #update({ usage, endTurn, assistantMessageEvent }: Update): string {
    if (usage !== this.#usage) {
      this.#usage = usage;
      this.#usageText = JSON.stringify(usage);
    }
    const end = endTurn === undefined ? "" : `"endTurn":${endTurn},`;
    return `{"type":"message_update","usage":${this.#usageText},${end}"assistantMessageEvent":${stringify(assistantMessageEvent)}}`;
  }
}
