/** VS Code's own models behind the bridge. */
import * as vscode from "vscode";
import { type HostModel, type ModelAccess, ModelRefusal } from "./bridge.ts";
import type { AnswerPart } from "./chat-answer.ts";
import type { ChatRequest, Turn, TurnPart } from "./chat-request.ts";

const { l10n } = vscode;

export const vscodeAccess: ModelAccess = {
  async models() {
    return (await vscode.lm.selectChatModels()).map(hostModel);
  },
  async countTokens(modelId, text) {
    return (await modelOf(modelId)).countTokens(text);
  },
  async *answer(request, signal) {
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = () => cancellation.cancel();
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const model = await modelOf(request.model);
      const response = await model.sendRequest(request.turns.map(messageOf), optionsOf(request), cancellation.token);
      for await (const part of response.stream) yield* answerPart(part);
    } catch (error) {
      throw refusalOf(error);
    } finally {
      signal.removeEventListener("abort", cancel);
      cancellation.dispose();
    }
  },
};

/** A model's id is its vendor's business: with the vendor it is the only one. */
function idOf(model: vscode.LanguageModelChat): string {
  return `${model.vendor}/${model.id}`;
}

function hostModel(model: vscode.LanguageModelChat): HostModel {
  const { capabilities } = model as { capabilities?: { supportsImageToText?: boolean; imageInput?: boolean } };
  return {
    id: idOf(model),
    name: model.name,
    maxInputTokens: model.maxInputTokens,
    takesImages: (capabilities?.supportsImageToText ?? capabilities?.imageInput) === true,
  };
}

async function modelOf(id: string): Promise<vscode.LanguageModelChat> {
  const model = (await vscode.lm.selectChatModels()).find((one) => idOf(one) === id);
  if (!model) throw new ModelRefusal(404, l10n.t("VS Code offers no model {0} any more.", id));
  return model;
}

function messageOf({ role, parts }: Turn): vscode.LanguageModelChatMessage {
  const content = parts.map(inputPart) as (vscode.LanguageModelTextPart | vscode.LanguageModelToolResultPart)[];
  return role === "user"
    ? vscode.LanguageModelChatMessage.User(content)
    : vscode.LanguageModelChatMessage.Assistant(content as never);
}

function inputPart(part: TurnPart): vscode.LanguageModelInputPart {
  switch (part.type) {
    case "text":
      return new vscode.LanguageModelTextPart(part.text);
    case "image":
      return vscode.LanguageModelDataPart.image(part.data, part.mimeType);
    case "toolCall":
      return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    case "toolResult":
      return new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(part.text)]);
  }
}

function optionsOf({ tools, toolRequired }: ChatRequest): vscode.LanguageModelChatRequestOptions {
  const justification = l10n.t("Atomic answers your messages with the model you chose.");
  if (tools.length === 0) return { justification };
  const { Required, Auto } = vscode.LanguageModelChatToolMode;
  return { justification, tools, toolMode: toolRequired ? Required : Auto };
}

/** Parts of kinds that are not known here are left out. */
function answerPart(part: unknown): AnswerPart[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ type: "text", text: part.value }];
  if (part instanceof vscode.LanguageModelToolCallPart) {
    return [{ type: "toolCall", id: part.callId, name: part.name, input: part.input }];
  }
  const { value } = part as { value?: unknown };
  const isThinking = (part as object).constructor.name === "LanguageModelThinkingPart" && typeof value === "string";
  return isThinking ? [{ type: "thinking", text: value }] : [];
}

/** Of other failures VS Code gives the cause; the message is often the code again. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof vscode.LanguageModelError)) return error;
  const { code, cause } = error;
  const said = (cause instanceof Error && cause.message) || error.message || code;
  switch (code) {
    case "NoPermissions":
      return new ModelRefusal(
        403,
        l10n.t("VS Code does not let Atomic use this model. Allow it with “Manage Language Model Access”."),
      );
    case "Blocked":
      return new ModelRefusal(429, said);
    case "NotFound":
      return new ModelRefusal(404, said);
    default:
      return new ModelRefusal(502, said);
  }
}
