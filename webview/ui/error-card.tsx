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
  return (
    <section className="notice-card appear">
      <Icon name={icon} tone={tone} spin={spin} />
      <div className={beside ? "notice-body notice-beside" : "notice-body"}>
        <div className="notice-main" role={role}>
          {title !== undefined && <h3 className="notice-title">{title}</h3>}
          {children !== undefined && <p className={title === undefined ? undefined : "notice-text"}>{children}</p>}
          {well !== undefined && well !== "" && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
            <pre className="notice-well" tabIndex={0}>
              {well}
            </pre>
          )}
        </div>
        {actions !== undefined && <div className="button-row">{actions}</div>}
      </div>
    </section>
  );
}
