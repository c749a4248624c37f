/** Short notices at the bottom of the transcript; each goes after six seconds, or stays while one reads it. */
import "./toasts.css";
import { useEffect, useState } from "react";
import type { Toast } from "../state/model.ts";
import { dismissToast, useView } from "../state/store.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";

const shownMs = 6000;

export function Toasts() {
  const toasts = useView((view) => view.toasts);
  return (
    <div className="toasts">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only keeps it there
    <div
      className="toast rise"
      role={toast.level === "error" ? "alert" : "status"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.level} tone={toast.level} size={14} />
      <span className="toast-text" dir="auto">
        {plainText(toast.text)}
      </span>
      <IconButton icon="close" size={12} name={t("Dismiss")} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
