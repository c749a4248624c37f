/** Keeps the draft with the host: what is typed goes there a moment later, what the host has comes here. */
import { useEffect, useRef } from "react";
import { post } from "../state/host.ts";
import { getView, showToast, useView } from "../state/store.ts";
import { t } from "../ui/l10n.ts";
import { whenLeaving } from "../ui/leaving.ts";
import { typedBehind } from "./catch-up.ts";
import { draftPosted, keepLateDraft, takeLateDraft } from "./late-draft.ts";
import { whenRested } from "./rested.ts";
import { type Content, draftOf, focusComposer, setText, takeDraft, takeText, useComposer } from "./store.ts";

const quietMs = 250;
/** Who types without a rest loses no more than this when the host dies. */
const mostMs = 1000;

/** One draft a session: loads it when the session changes, posts it when typing rests or the panel goes. */
export function useDraft(): void {
  const draft = useView((view) => view.draft);
  const composerText = useView((view) => view.composerText);
  const posted = useRef("");
  /** The text the host knows. */
  const told = useRef("");

  useEffect(() => {
    if (!draft) return;
    const { text, images, told: before } = draft.value;
    const more = before === undefined ? "" : typedBehind(before, draftOf(useComposer.getState()).text);
    takeDraft(draft.value);
    posted.current = keyOf(useComposer.getState());
    told.current = text;
    if (more === "") return;
    const whole = text === "" ? more : `${text}\n\n${more}`;
    takeDraft({ text: whole, caret: whole.length, images });
  }, [draft]);

  const known = useView((view) => view.chat !== null);
  useEffect(() => {
    const { chat } = getView();
    const { text } = draftOf(useComposer.getState());
    const late = known && chat && takeLateDraft(chat, text);
    if (!late || late.text === text) return;
    setText(late.text, late.caret);
    post({ type: "draft", ...draftOf(useComposer.getState()) });
  }, [known]);

  const queued = useView((view) => (view.chat ? view.chat.queue.steering.length + view.chat.queue.followUp.length : 0));
  const lastQueued = useRef(0);
  if (queued > 0) lastQueued.current = queued;
  useEffect(() => {
    if (!composerText) return;
    takeText(composerText.text, composerText.images, composerText.mode);
    if (composerText.reason === "queue") sayQueueIsBack(lastQueued.current);
    // It is there to be edited and sent. Another part of VS Code keeps the focus it has.
    if (composerText.reason === "fork" && document.hasFocus()) focusComposer();
  }, [composerText]);

  useEffect(() => {
    const send = () => {
      rest.cancel();
      const content = useComposer.getState();
      const key = keyOf(content);
      if (key === posted.current) return;
      posted.current = key;
      const whole = draftOf(content);
      told.current = whole.text;
      post({ type: "draft", ...whole });
    };
    const rested = () => {
      send();
      draftPosted();
    };
    const rest = whenRested(rested, quietMs, mostMs);
    const changed = (content: Content, before: Content) => {
      if (content.text === before.text && content.images === before.images && content.pastes === before.pastes) return;
      const { chat } = getView();
      const { text, caret } = draftOf(content);
      if (chat) keepLateDraft(chat, text, caret, told.current);
      rest.changed();
    };
    const unsubscribe = useComposer.subscribe(changed);
    // What is done by a shortcut or a click is done to the text as it stands.
    const acting = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) send();
    };
    const stopSaving = whenLeaving(send);
    window.addEventListener("keydown", acting, true);
    window.addEventListener("pointerdown", acting, true);
    return () => {
      send();
      unsubscribe();
      stopSaving();
      window.removeEventListener("keydown", acting, true);
      window.removeEventListener("pointerdown", acting, true);
    };
  }, []);
}

/** Tells contents apart without copying images. */
function keyOf({ text, images, pastes }: Content): string {
  return JSON.stringify([text, images.map(({ id }) => id), pastes.map(({ id }) => id)]);
}

function sayQueueIsBack(count: number): void {
  const back =
    count > 1
      ? t("{0} queued messages are back in the composer.", count)
      : t("The queued message is back in the composer.");
  const stopped = getView().chat?.agent.phase === "ready";
  showToast("info", stopped ? `${t("Stopped.")} ${back}` : back);
}
