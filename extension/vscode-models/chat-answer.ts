/** What a model says, as clients of OpenAI's chat API read it. */
import { randomUUID } from "node:crypto";

export type AnswerPart =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string }
  | { type: "toolCall"; id: string; name: string; input: object };

export interface AnswerUsage {
  promptTokens: number;
  completionTokens: number;
}

/** Makes the chunks of one streamed answer, and keeps what they come to. */
export class ChatAnswer {
  readonly #head: { id: string; object: string; created: number; model: string };
  #toolCalls = 0;
  #text = "";

  constructor(model: string, now = Date.now()) {
    this.#head = {
      id: `chatcmpl-${randomUUID()}`,
      object: "chat.completion.chunk",
      created: Math.floor(now / 1000),
      model,
    };
  }

  /** Everything said so far, arguments of tool calls included, for counting. */
  get text(): string {
    return this.#text;
  }

  part(part: AnswerPart): object {
    switch (part.type) {
      case "text":
        this.#text += part.text;
        return this.#chunk({ content: part.text });
      case "thinking":
        this.#text += part.text;
        return this.#chunk({ reasoning_content: part.text });
      case "toolCall": {
        const json = JSON.stringify(part.input);
        this.#text += part.name + json;
        const call = {
          index: this.#toolCalls,
          id: part.id,
          type: "function",
          function: { name: part.name, arguments: json },
        };
        this.#toolCalls += 1;
        return this.#chunk({ tool_calls: [call] });
      }
    }
  }

  /** Why it ended, then what it took. */
  end({ promptTokens, completionTokens }: AnswerUsage): object[] {
    const reason = this.#toolCalls > 0 ? "tool_calls" : "stop";
    const usage = {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    };
    return [this.#chunk({}, reason), { ...this.#head, choices: [], usage }];
  }

  #chunk(delta: object, finish_reason: string | null = null): object {
    return { ...this.#head, choices: [{ index: 0, delta, finish_reason }] };
  }
}
