/** `ctx.ui` of agent extensions in RPC mode: dialogs and notices go to the client, what needs a terminal does nothing. */
import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { type Dialogs, dialogs } from "./ui.ts";

type Theme = ExtensionUIContext["theme"];

/** A theme that leaves text as it is: clients draw in colours of their own. */
function plainTheme(): Theme {
  const text = (...args: unknown[]) => String(args.at(-1) ?? "");
  return new Proxy({} as Theme, {
    get: (_target, name) => (name === "then" || typeof name === "symbol" ? undefined : text),
  });
}

/** Creates the context of one session. */
export function createUiContext(ui: Dialogs): ExtensionUIContext {
  let warnedOfTerminal = false;
  const nothing = () => {};
  const context = {
    select: (title: string, options: string[], limits?: object) => dialogs.select(ui, title, options, limits),
    confirm: (title: string, message: string, limits?: object) => dialogs.confirm(ui, title, message, limits),
    input: (title: string, placeholder?: string, limits?: object) => dialogs.input(ui, title, placeholder, limits),
    editor: (title: string, prefill?: string) => dialogs.editor(ui, title, prefill),
    notify(message: string, notifyType?: "info" | "warning" | "error") {
      ui.notice({ method: "notify", message, ...(notifyType ? { notifyType } : {}) });
    },
    setStatus(statusKey: string, statusText?: string) {
      ui.notice({ method: "setStatus", statusKey, ...(statusText === undefined ? {} : { statusText }) });
    },
    setWidget(widgetKey: string, content: unknown, options?: { placement?: "aboveEditor" | "belowEditor" }) {
      if (content !== undefined && !Array.isArray(content)) return;
      ui.notice({
        method: "setWidget",
        widgetKey,
        ...(content ? { widgetLines: content as string[] } : {}),
        ...(options?.placement ? { widgetPlacement: options.placement } : {}),
      });
    },
    setTitle: (title: string) => ui.notice({ method: "setTitle", title }),
    setEditorText: (text: string) => ui.notice({ method: "set_editor_text", text }),
    pasteToEditor: (text: string) => ui.notice({ method: "set_editor_text", text }),
    async custom() {
      if (!warnedOfTerminal) {
        warnedOfTerminal = true;
        context.notify(
          "An agent extension wanted to draw a screen of its own, which needs a terminal. It goes on without.",
          "warning",
        );
      }
      return undefined;
    },
    getEditorText: () => "",
    onTerminalInput: () => nothing,
    setWorkingMessage: nothing,
    setWorkingVisible: nothing,
    setWorkingIndicator: nothing,
    setHiddenThinkingLabel: nothing,
    setFooter: nothing,
    setHeader: nothing,
    addAutocompleteProvider: nothing,
    setEditorComponent: nothing,
    getEditorComponent: () => undefined,
    getAllThemes: () => [],
    getTheme: () => undefined,
    setTheme: () => ({ success: false, error: "Themes belong to the client" }),
    getToolsExpanded: () => false,
    setToolsExpanded: nothing,
    theme: plainTheme(),
  };
  return context as unknown as ExtensionUIContext;
}
