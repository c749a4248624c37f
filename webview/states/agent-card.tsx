/** The agent that starts, comes back, cannot start or has stopped. */
import { useEffect, useState } from "react";
import type { AgentStatus, ChatState } from "../../extension/panel/messages.ts";
import { post } from "../state/host.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { NoticeCard } from "../ui/error-card.tsx";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";

const shownStderr = 6;
/** ms after which a start is mentioned, and after which the log is offered. */
const quietStart = 400;
const longStart = 5000;

const showLog = () => post({ type: "action", action: "showLog" });
const restart = () => post({ type: "action", action: "restartAgent" });

export function AgentCard({ chat }: { chat: ChatState }) {
  const { agent } = chat;
  switch (agent.phase) {
    case "starting":
      return <Starting key={agent.since} since={agent.since} />;
    case "restarting":
      return (
        <NoticeCard icon="loading" spin role="status" beside>
          {t("Restarting the agent…")}
        </NoticeCard>
      );
    case "lost":
      return <Lost agent={agent} />;
    case "failed":
      return <Failed agent={agent} />;
    default:
      return null;
  }
}

/** True from `ms` after `since` on. */
function useLaterThan(since: number, ms: number): boolean {
  const [late, setLate] = useState(() => Date.now() - since >= ms);
  useEffect(() => {
    if (late) return;
    const timer = setTimeout(() => setLate(true), Math.max(0, since + ms - Date.now()));
    return () => clearTimeout(timer);
  }, [since, ms, late]);
  return late;
}

function Starting({ since }: { since: number }) {
  const said = useLaterThan(since, quietStart);
  const long = useLaterThan(since, longStart);
  if (!said) return null;
  return (
    <div className="starting appear" role="status">
      {long ? (
        <>
          <span className="muted">{t("Still starting.")}</span>
          <LinkButton onClick={showLog}>{t("Show log")}</LinkButton>
        </>
      ) : (
        <span className="shimmer">{t("Starting the agent…")}</span>
      )}
    </div>
  );
}

function stderrOf(agent: AgentStatus): string {
  return plainText((agent.error?.stderr ?? []).slice(-shownStderr).join("\n"));
}

/** The whole of what is known, for a report. */
function reportOf(agent: AgentStatus): string {
  const { title = "", message = "", stderr = [] } = agent.error ?? {};
  return [title, message, "", ...stderr].join("\n").trim();
}

function endedHow({ error }: AgentStatus): string {
  if (error?.signal) return t("It was ended by {0}.", error.signal);
  if (typeof error?.exitCode === "number") return t("It ended with code {0}.", error.exitCode);
  return "";
}

function Lost({ agent }: { agent: AgentStatus }) {
  const saved = t("Your session is saved up to the last message, and your text is back in the composer.");
  return (
    <NoticeCard
      icon="debug-disconnect"
      tone="error"
      role="alert"
      title={t("The agent stopped")}
      well={stderrOf(agent)}
      actions={
        <>
          <Button kind="primary" onClick={restart}>
            {t("Restart agent")}
          </Button>
          <Button onClick={showLog}>{t("Show log")}</Button>
          <Button onClick={() => post({ type: "copy", text: reportOf(agent) })}>{t("Copy")}</Button>
        </>
      }
    >
      {endedHow(agent)} {saved}
    </NoticeCard>
  );
}

function Failed({ agent }: { agent: AgentStatus }) {
  return (
    <NoticeCard
      icon="error"
      tone="error"
      role="alert"
      title={agent.error?.title ?? t("The agent cannot be run")}
      well={stderrOf(agent)}
      actions={
        <>
          <Button kind="primary" onClick={restart}>
            {t("Try again")}
          </Button>
          <Button onClick={() => post({ type: "action", action: "openSettings" })}>{t("Open settings")}</Button>
          <Button onClick={showLog}>{t("Show log")}</Button>
        </>
      }
    >
      {plainText(agent.error?.message ?? "")}
    </NoticeCard>
  );
}
