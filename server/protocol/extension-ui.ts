/** The extension UI sub-protocol: what agent extensions ask and show through `ctx.ui`. */
import { type Static, Type } from "typebox";

function request<M extends string>(method: M) {
  return {
    type: Type.Literal("extension_ui_request"),
    id: Type.String(),
    method: Type.Literal(method),
  };
}
const timeout = () => Type.Optional(Type.Number({ description: "Milliseconds; the server keeps the time" }));

export const ExtensionUIDialogSchema = Type.Union([
  Type.Object({
    ...request("select"),
    title: Type.String(),
    options: Type.Array(Type.String()),
    timeout: timeout(),
  }),
  Type.Object({ ...request("confirm"), title: Type.String(), message: Type.String(), timeout: timeout() }),
  Type.Object({
    ...request("input"),
    title: Type.String(),
    placeholder: Type.Optional(Type.String()),
    timeout: timeout(),
  }),
  Type.Object({ ...request("editor"), title: Type.String(), prefill: Type.Optional(Type.String()) }),
]);
export type ExtensionUIDialog = Static<typeof ExtensionUIDialogSchema>;

export const ExtensionUINoticeSchema = Type.Union([
  Type.Object({
    ...request("notify"),
    message: Type.String(),
    notifyType: Type.Optional(Type.Enum(["info", "warning", "error"] as const)),
  }),
  Type.Object({
    ...request("setStatus"),
    statusKey: Type.String(),
    statusText: Type.Optional(Type.String({ description: "Absent: the status of that key is cleared" })),
  }),
  Type.Object({
    ...request("setWidget"),
    widgetKey: Type.String(),
    widgetLines: Type.Optional(Type.Array(Type.String(), { description: "Absent: the widget is cleared" })),
    widgetPlacement: Type.Optional(Type.Enum(["aboveEditor", "belowEditor"] as const)),
  }),
  Type.Object({ ...request("setTitle"), title: Type.String() }),
  Type.Object({ ...request("set_editor_text"), text: Type.String() }),
]);
export type ExtensionUINotice = Static<typeof ExtensionUINoticeSchema>;

export type ExtensionUIRequest = ExtensionUIDialog | ExtensionUINotice;

/** Exactly one of `value`, `confirmed` or `cancelled: true`. */
export const ExtensionUIAnswerSchema = Type.Union([
  Type.Object({ value: Type.String() }, { additionalProperties: false }),
  Type.Object({ confirmed: Type.Boolean() }, { additionalProperties: false }),
  Type.Object({ cancelled: Type.Literal(true) }, { additionalProperties: false }),
]);
export type ExtensionUIAnswer = Static<typeof ExtensionUIAnswerSchema>;
export type ExtensionUIResponse = { type: "extension_ui_response"; id: string } & ExtensionUIAnswer;
