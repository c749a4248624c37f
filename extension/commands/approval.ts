import { ConfigurationTarget, l10n, workspace } from "vscode";
import type { ApprovalMode } from "../panel/messages.ts";
import { serverSettings } from "../settings.ts";
import { pickOne } from "./pick.ts";
import type { CommandFactory } from "./run.ts";

/** When the agent asks before it acts. Running servers are started again with it. */
export const approvalMode: CommandFactory = (extension) => async () => {
  const current = serverSettings().approval;
  const mode = await pickOne<ApprovalMode>(l10n.t("Approval mode"), current, [
    { value: "ask", label: l10n.t("Ask first"), detail: l10n.t("Before every command and every change to a file") },
    { value: "commands", label: l10n.t("Ask before commands"), detail: l10n.t("Changes to files go ahead") },
    {
      value: "outside",
      label: l10n.t("Ask before it leaves the folder"),
      detail: l10n.t("What stays inside goes ahead"),
    },
    { value: "never", label: l10n.t("Do not ask"), detail: l10n.t("Everything goes ahead") },
  ]);
  if (!mode || mode === current) return;
  await workspace.getConfiguration("atomic").update("approval", mode, ConfigurationTarget.Global);
  await extension.chats.restartRunning();
};
