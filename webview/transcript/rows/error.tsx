/** An answer that ended badly: a card with what to do next, or a quiet row when it was tried again or stopped. */
import type { ReactNode } from "react";
import { providerName } from "../../composer/models.ts";
import { post } from "../../state/host.ts";
import { setTreeOpen, useView } from "../../state/store.ts";
import type { ErrorRow } from "../../state/transcript.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "../../ui/error-card.tsx";
import { integer, tokens } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";
import { Row } from "../../ui/row.tsx";
import { sendAgain } from "../actions.ts";
import { useFold } from "../folds.ts";
import { errorKind, errorWords } from "./error-kind.ts";

export function ErrorLine({ row }: { row: ErrorRow }) {
  const isTriedAgain = useView(
    ({ chat, transcript }) => chat?.retry != null && transcript.turns.at(-1)?.rows.at(-1)?.key === row.key,
  );
  if (row.stopReason === "aborted") return <Row icon="circle-slash" verb={t("Stopped")} />;
  if (row.stopReason === "length") {
    return <Row icon="warning" tone="warning" verb={t("Cut off")} object={t("The answer reached its length limit.")} />;
  }
  // The card of the retry says what happened, and when it goes on.
  if (isTriedAgain) return null;
  return row.attempt ? <Attempt row={row} /> : <Failure row={row} />;
}

/** A failure that was tried again. */
function Attempt({ row }: { row: ErrorRow }) {
  const [open, toggle] = useFold(row.key, false);
  const words = plainText(row.message).trim();
  return (
    <Row
      icon="sync"
      verb={t("Tried again")}
      object={errorWords(words).split("\n", 1)[0]}
      open={open}
      onToggle={words === "" ? undefined : toggle}
      tabIndex={-1}
    >
      <div className="notice-text mono-block">{words}</div>
    </Row>
  );
}

const switchModel = () => post({ type: "action", action: "switchModel" });

function Failure({ row }: { row: ErrorRow }) {
  const provider = providerName(row.provider);
  const message = plainText(row.message).trim();
  const attempts = useView((view) => failuresBefore(view.transcript.turns.at(-1)?.rows ?? [], row)) + 1;
  const usage = useView((view) => view.chat?.stats?.contextUsage);
  const retry = (primary: boolean) => (
    <Button kind={primary ? "primary" : "secondary"} onClick={() => void sendAgain(row.key)}>
      {t("Try again")}
    </Button>
  );
  const other = <Button onClick={switchModel}>{t("Switch model")}</Button>;
  const show = (title: string, text: ReactNode, actions: ReactNode, icon = "error") => (
    <NoticeCard icon={icon} tone="error" role="alert" title={title} actions={actions}>
      {text}
    </NoticeCard>
  );
  switch (errorKind(message)) {
    case "overloaded": {
      const failed = attempts > 1 ? t("{0} attempts failed.", integer(attempts)) : errorWords(message);
      const title = attempts > 1 ? t("{0} is still overloaded", provider) : t("{0} is overloaded", provider);
      return show(title, failed, [retry(true), other].map(keyed));
    }
    case "offline":
      return show(
        t("{0} cannot be reached", provider),
        t("Check the network or the proxy."),
        [retry(true), <Details key="d" text={message} />].map(keyed),
      );
    case "key": {
      const change = (
        <Button kind="primary" onClick={() => post({ type: "action", action: "setApiKey" })}>
          {t("Change key")}
        </Button>
      );
      return show(t("{0} refused the key", provider), errorWords(message), [change, other].map(keyed), "key");
    }
    case "tooLong": {
      const tree = (
        <Button kind="primary" onClick={() => setTreeOpen(true)}>
          {t("Open session tree")}
        </Button>
      );
      const size = usage?.tokens
        ? `${t("{0} of {1} tokens, even after compacting once.", tokens(usage.tokens), tokens(usage.contextWindow))} `
        : "";
      const text = `${size}${t("Go back to an earlier message, or switch to a model with more room.")}`;
      return show(t("The conversation is too long"), text, [tree, other].map(keyed));
    }
    default:
      return show(
        t("{0} answered with an error", provider),
        errorWords(message) || t("It gave no reason."),
        [retry(true), other].map(keyed),
      );
  }
}

function keyed(button: ReactNode, index: number): ReactNode {
  return <span key={index}>{button}</span>;
}

function failuresBefore(rows: readonly { kind: string; key: string }[], row: ErrorRow): number {
  const at = rows.findIndex(({ key }) => key === row.key);
  return at < 0 ? 0 : rows.slice(0, at).filter(({ kind }) => kind === "error").length;
}

function Details({ text }: { text: string }) {
  return <Button onClick={() => post({ type: "openText", title: t("Details"), text })}>{t("Details")}</Button>;
}
