/** The text field named "Message": grows to 40 % of the panel, sends on Enter, completes, recalls. */
import { type ClipboardEvent, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { useView } from "../state/store.ts";
import { type KeyBindings, onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { optionId } from "../ui/option-list.tsx";
import { completionId, needsArguments } from "./completion-popup.tsx";
import { useHistory } from "./history.ts";
import { needsModel } from "./send.ts";
import { setComposing, setField, typeText, useComposer } from "./store.ts";
import type { CompletionControl } from "./use-completion.ts";

interface MessageFieldProps {
  chat: ChatState;
  completion: CompletionControl;
  onSend: () => void;
  onSendOther: () => void;
  onRun: (command: string) => void;
  onPaste: (event: ClipboardEvent) => void;
}

function placeholderOf(chat: ChatState): [wide: string, narrow: string] {
  const same = (text: string): [string, string] => [text, text];
  if (chat.readOnly) return same(t("Open in another window"));
  if (chat.folder === null) return same(t("Open a folder first"));
  if (!chat.trusted) return same(t("Trust this folder first"));
  if (needsModel(chat)) return same(t("Choose a model first"));
  if (chat.requests.length > 0) return same(t("Or tell Atomic what to do instead"));
  if (chat.isStreaming) return same(t("Steer, or queue a follow-up"));
  return [t("Ask Atomic to build, fix or explain"), t("Ask Atomic")];
}

export function MessageField(props: MessageFieldProps) {
  const { chat, completion, onSend, onSendOther, onRun, onPaste } = props;
  const text = useComposer((state) => state.text);
  const caret = useComposer((state) => state.caret);
  const fieldId = useComposer((state) => state.fieldId);
  const focusRequest = useView((view) => view.focusRequest);
  const field = useRef<HTMLTextAreaElement>(null);
  const history = useHistory();
  const { open } = completion;

  const attach = useCallback((element: HTMLTextAreaElement | null) => {
    field.current = element;
    // What React puts there first goes with the first key, and that would be undone by itself.
    if (element) element.defaultValue = "";
    setField(element);
  }, []);
  useEffect(() => {
    if (focusRequest?.target === "composer") field.current?.focus();
  }, [focusRequest]);
  const look = useRef(completion.look);
  look.current = completion.look;
  // A text from outside brings its caret with it.
  useLayoutEffect(() => {
    if (caret.id === 0 || !field.current) return;
    field.current.setSelectionRange(caret.at, caret.at);
    if (caret.at === 0) field.current.scrollTop = 0;
    else if (caret.at === field.current.value.length) field.current.scrollTop = field.current.scrollHeight;
    look.current(caret.at);
  }, [caret]);

  const accept = (run: boolean) => {
    if (!open) return false;
    const mention = open.mentions[open.active];
    if (mention) return completion.acceptMention(mention, mention.kind === "folder" && !run ? "" : " ");
    const command = open.commands[open.active]?.command;
    if (!command) return false;
    return run && !needsArguments(command.argumentHint) ? onRun(command.name) : completion.acceptCommand(command);
  };
  const lines = () => {
    const mention = open?.mentions[open.active];
    if (mention?.kind !== "file" && mention?.kind !== "editor") return false;
    return completion.acceptMention(mention, ":");
  };
  const element = () => field.current as HTMLTextAreaElement;
  const keys: KeyBindings = {
    enter: () => (open ? accept(true) : onSend()),
    "alt+enter": onSendOther,
    "mod+enter": onSend,
    // VS Code hears of every key that reaches the window, and would select all once more when one types already.
    "mod+a": (event) => {
      event.stopPropagation();
      return false;
    },
    ...(open
      ? {
          tab: () => accept(false),
          arrowdown: () => completion.step(1),
          arrowup: () => completion.step(-1),
          ":": lines,
        }
      : { arrowup: () => history.older(element()), arrowdown: () => history.newer(element()) }),
  };
  const [wide, narrow] = placeholderOf(chat);
  return (
    <div className="message-box">
      <textarea
        key={fieldId}
        ref={attach}
        className={text.startsWith("!") ? "message-field message-shell" : "message-field"}
        aria-label={t("Message")}
        aria-describedby="composer-help"
        aria-autocomplete="list"
        aria-controls={open ? completionId : undefined}
        aria-activedescendant={open ? optionId(completionId, open.active) : undefined}
        dir="auto"
        aria-placeholder={wide}
        rows={1}
        value={text}
        // Else React writes it with each key, and each letter has to be undone by itself.
        defaultValue=""
        readOnly={chat.readOnly}
        spellCheck={false}
        onChange={(event) => {
          typeText(event.target.value);
          completion.look(event.target.selectionStart);
        }}
        onSelect={(event) => completion.look(event.currentTarget.selectionStart)}
        onKeyDown={onKeys(keys)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onPaste={onPaste}
        onBlur={() => completion.close()}
      />
      {/* Hidden, not removed: an element that goes ends what is undone in one go. */}
      <div className="message-placeholder" aria-hidden="true" hidden={text !== ""}>
        <span className="wide-only">{wide}</span>
        <span className="narrow-only">{narrow}</span>
      </div>
    </div>
  );
}
