/** Why a call was not asked about: what was allowed for the session, and the way to take it back. */
import { newId, post } from "../../state/host.ts";
import { LinkButton } from "../../ui/button.tsx";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";

const askAgain = () =>
  post({ type: "send", clientMessageId: newId(), text: "/approval forget", images: [], behavior: "steer" });

export function ApprovalNote({ pattern }: { pattern: string }) {
  return (
    <span className="approval-note">
      {t("Allowed for this session by")} <code>{plainText(pattern)}</code>{" "}
      <LinkButton tabIndex={-1} onClick={askAgain}>
        {t("Ask again")}
      </LinkButton>
    </span>
  );
}
