/** The parts of VS Code's API for language models, for tests without VS Code. `vi.mock("vscode", …)` puts it in place. */

export class LanguageModelTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolCallPart {
  readonly callId: string;
  readonly name: string;
  readonly input: object;
  constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

export class LanguageModelToolResultPart {
  readonly callId: string;
  readonly content: unknown[];
  constructor(callId: string, content: unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

export class LanguageModelThinkingPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelDataPart {
  readonly data: Uint8Array;
  readonly mimeType: string;
  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
  static image(data: Uint8Array, mimeType: string): LanguageModelDataPart {
    return new LanguageModelDataPart(data, mimeType);
  }
}

export const LanguageModelChatMessage = {
  User: (content: unknown[]) => ({ role: "user", content }),
  Assistant: (content: unknown[]) => ({ role: "assistant", content }),
};

export const LanguageModelChatToolMode = { Auto: 1, Required: 2 };

export class LanguageModelError extends Error {
  readonly code: string;
  constructor(code: string, message = "", cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export interface CancellationToken {
  isCancellationRequested: boolean;
  onCancel?: () => void;
}

export class CancellationTokenSource {
  readonly token: CancellationToken = { isCancellationRequested: false };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.token.onCancel?.();
  }
  dispose(): void {
    delete this.token.onCancel;
  }
}

/** Texts as they are written, with their placeholders filled in. */
export const l10n = {
  t: (text: string, ...values: unknown[]) => text.replace(/\{(\d+)\}/g, (_, at) => String(values[Number(at)])),
};

export interface FakeModel {
  vendor: string;
  id: string;
  name: string;
  maxInputTokens: number;
  capabilities?: object;
  sendRequest(
    messages: unknown[],
    options: object,
    token: CancellationToken,
  ): Promise<{ stream: AsyncIterable<unknown> }>;
  countTokens(text: string): Promise<number>;
}

/** What `lm` offers; a test puts its models here. */
export const lm = {
  models: [] as FakeModel[],
  selectChatModels: async () => lm.models,
};
