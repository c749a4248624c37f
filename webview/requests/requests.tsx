/** Open requests in the order they came. A new one is announced; it takes no focus from someone who types. */
import { useEffect, useRef } from "react";
import type { ChatState, OpenRequest } from "../../extension/panel/messages.ts";
import { focusComposer } from "../composer/store.ts";
import { useView } from "../state/store.ts";
import { announce } from "../ui/announce.tsx";
import { useGlobalKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { RequestCard } from "./request-card.tsx";
import { parseTitle } from "./title.ts";

/** What in a card takes the focus first. */
const firstControl = ".choice-marked, .control-field, .button-primary, button";

export function Requests({ chat }: { chat: ChatState }) {
  const list = useRef<HTMLDivElement>(null);
  const focusRequest = useView((view) => view.focusRequest);
  const { requests } = chat;

  const cardOf = (id: string | undefined) => {
    const selector = id === undefined ? "[data-request]:not([inert])" : `[data-request="${CSS.escape(id)}"]`;
    return list.current?.querySelector(selector);
  };
  const goTo = (id?: string) => {
    const card = cardOf(id);
    card?.scrollIntoView({ block: "nearest" });
    focusIn(card);
    return card != null;
  };
  useGlobalKeys({ "alt+r": () => goTo() });

  const latest = useRef(goTo);
  latest.current = goTo;
  useEffect(() => {
    if (focusRequest?.target === "request") latest.current();
  }, [focusRequest]);

  useNewRequests(requests, (request) => {
    announce(t("Waiting for your answer: {0}", parseTitle(request.request.title).heading));
    // The transcript shows it from its head, and only to someone who follows the end.
    if (nobodyIsBusy()) focusIn(cardOf(request.request.id), { preventScroll: true });
  });

  if (requests.length === 0) return null;
  const next = (id: string) => {
    const other = requests.find(({ request }) => request.id !== id);
    if (!other || !goTo(other.request.id)) focusComposer();
  };
  return (
    <div className="requests" ref={list}>
      {requests.map((open, index) => (
        <RequestCard key={open.request.id} open={open} first={index === 0} onAnswered={() => next(open.request.id)} />
      ))}
    </div>
  );
}

function focusIn(card: Element | null | undefined, options?: FocusOptions): void {
  card?.querySelector<HTMLElement>(firstControl)?.focus(options);
}

/** Nothing in the panel has the focus, though the panel itself has. */
function nobodyIsBusy(): boolean {
  return document.hasFocus() && (document.activeElement === null || document.activeElement === document.body);
}

function useNewRequests(requests: readonly OpenRequest[], onNew: (request: OpenRequest) => void): void {
  const known = useRef(new Set<string>());
  const latest = useRef(onNew);
  latest.current = onNew;
  useEffect(() => {
    const ids = new Set(requests.map(({ request }) => request.id));
    const added = requests.filter(({ request }) => !known.current.has(request.id));
    known.current = ids;
    for (const request of added) latest.current(request);
  }, [requests]);
}
