/** A session that another window has open: shown, not changed, until it is taken over. */
import { post } from "../state/host.ts";
import { Button } from "../ui/button.tsx";
import { NoticeCard } from "../ui/error-card.tsx";
import { t } from "../ui/l10n.ts";

export function ReadOnly() {
  return (
    <NoticeCard
      icon="lock"
      role="status"
      beside
      actions={<Button onClick={() => post({ type: "action", action: "takeOver" })}>{t("Take over")}</Button>}
    >
      {t("Open in another window. Read only here.")}
    </NoticeCard>
  );
}
