/** What happened, then what to do: icon, title, at most two sentences, buttons (the primary one first). */
import "./error-card.css";
import type { ReactNode } from "react";
import { Icon, type Tone } from "./icon.tsx";

interface NoticeCardProps {
  icon: string;
  tone?: Tone;
  spin?: boolean;
  /** `alert` for errors, `status` for progress. */
  role: "alert" | "status";
  title?: ReactNode;
  children?: ReactNode;
  /** Last lines of a process, in a well. */
  well?: string;
  actions?: ReactNode;
  /** One line with its button at the end. */
  beside?: boolean;
}

export function NoticeCard({ icon, tone, spin, role, title, children, well, actions, beside }: NoticeCardProps) {
  const buttons = actions !== undefined && <div className="button-row">{actions}</div>;
  return (
    <section className={beside ? "notice-card notice-beside appear" : "notice-card appear"}>
      <Icon name={icon} tone={tone} spin={spin} />
      <div className="notice-main" role={role}>
        {title !== undefined && <h3 className="notice-title">{title}</h3>}
        {children !== undefined && <p className={title === undefined ? "notice-plain" : "notice-text"}>{children}</p>}
        {well !== undefined && well !== "" && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
          <pre className="notice-well" tabIndex={0}>
            {well}
          </pre>
        )}
        {!beside && buttons}
      </div>
      {beside && buttons}
    </section>
  );
}
