/** Stands in for the panel when drawing it failed: nothing is lost, the host has it all. */
import { Component, type ErrorInfo, type ReactNode } from "react";
import { post } from "./state/host.ts";
import { Button } from "./ui/button.tsx";
import { NoticeCard } from "./ui/error-card.tsx";
import { t } from "./ui/l10n.ts";

export class Crash extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    post({
      type: "viewError",
      message: `${error.stack ?? error.message}\n${info.componentStack ?? ""}`.slice(0, 20_000),
    });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const actions = (
      <>
        <Button kind="primary" onClick={() => post({ type: "action", action: "reloadView" })}>
          {t("Reload view")}
        </Button>
        <Button onClick={() => post({ type: "action", action: "showLog" })}>{t("Show log")}</Button>
      </>
    );
    return (
      <div className="panel">
        <div className="column">
          <NoticeCard icon="error" tone="error" role="alert" title={t("This view hit an error")} actions={actions}>
            {t("Nothing is lost.")}
          </NoticeCard>
        </div>
      </div>
    );
  }
}
