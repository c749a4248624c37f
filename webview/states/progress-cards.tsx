/** What runs and can be stopped: a wait before another attempt, a compaction. */
import type { ChatState } from "../../extension/panel/messages.ts";
import { providerName } from "../composer/models.ts";
import { useSecondsLeft } from "../requests/countdown.tsx";
import { command, post } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { Button } from "../ui/button.tsx";
import { NoticeCard } from "../ui/error-card.tsx";
import { integer } from "../ui/format.ts";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";

const failed = (error: Error) => showToast("error", error.message);

/** What is wrong with the provider, as far as its message says. */
function retryTitle(provider: string, message: string): string {
  if (/ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|fetch failed|network|socket|connection/i.test(message)) {
    return t("{0} cannot be reached", provider);
  }
  if (/\b(429|5\d\d)\b|overloaded|rate[ _-]?limit|too many requests|unavailable|capacity/i.test(message)) {
    return t("{0} is overloaded", provider);
  }
  return t("{0} answered with an error", provider);
}

export function RetryCard({ chat, retry }: { chat: ChatState; retry: NonNullable<ChatState["retry"]> }) {
  const seconds = useSecondsLeft(retry.startedAt + retry.delayMs);
  const when = seconds > 0 ? t("Trying again in {0} s.", integer(seconds)) : t("Trying again.");
  const attempt = t("Attempt {0} of {1}.", retry.attempt, retry.maxAttempts);
  const title = retryTitle(providerName(chat.model?.provider ?? ""), retry.errorMessage);
  return (
    <NoticeCard
      icon="sync"
      tone="warning"
      role="status"
      title={title}
      beside
      actions={<Button onClick={() => command("abort_retry", {}).catch(failed)}>{t("Stop")}</Button>}
    >
      <span data-hover={plainText(retry.errorMessage)}>
        {when} {attempt}
      </span>
    </NoticeCard>
  );
}

export function CompactionCard({ chat }: { chat: ChatState }) {
  const stop = () => {
    if (chat.extras.includes("abort_compaction")) command("abort_compaction", {}).catch(failed);
    else post({ type: "stop" });
  };
  return (
    <NoticeCard icon="loading" spin role="status" beside actions={<Button onClick={stop}>{t("Stop")}</Button>}>
      {t("Compacting…")}
    </NoticeCard>
  );
}
