/** The extension UI sub-protocol: what agent extensions ask and show through `ctx.ui`. */
import { type Static, Type } from "typebox";

export type ExtensionUIDialog =
  | { type: "extension_ui_request"; id: string; method: "select"; title: string; options: string[]; timeout?: number }
  | { type: "extension_ui_request"; id: string; method: "confirm"; title: string; message: string; timeout?: number }
  | { type: "extension_ui_request"; id: string; method: "input"; title: string; placeholder?: string; timeout?: number }
  | { type: "extension_ui_request"; id: string; method: "editor"; title: string; prefill?: string };

export type ExtensionUINotice =
  | {
      type: "extension_ui_request";
      id: string;
      method: "notify";
      message: string;
      notifyType?: "info" | "warning" | "error";
    }
  | { type: "extension_ui_request"; id: string; method: "setStatus"; statusKey: string; statusText?: string }
  | {
      type: "extension_ui_request";
      id: string;
      method: "setWidget";
      widgetKey: string;
      widgetLines?: string[];
      widgetPlacement?: "aboveEditor" | "belowEditor";
    }
  | { type: "extension_ui_request"; id: string; method: "setTitle"; title: string }
  | { type: "extension_ui_request"; id: string; method: "set_editor_text"; text: string };

export type ExtensionUIRequest = ExtensionUIDialog | ExtensionUINotice;

/** Exactly one of `value`, `confirmed` or `cancelled: true`. */
export const ExtensionUIAnswerSchema = Type.Union([
  Type.Object({ value: Type.String() }, { additionalProperties: false }),
  Type.Object({ confirmed: Type.Boolean() }, { additionalProperties: false }),
  Type.Object({ cancelled: Type.Literal(true) }, { additionalProperties: false }),
]);
export type ExtensionUIAnswer = Static<typeof ExtensionUIAnswerSchema>;
export type ExtensionUIResponse = { type: "extension_ui_response"; id: string } & ExtensionUIAnswer;
