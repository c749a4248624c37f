/** Says that the host has sent only the beginning of something large, and fetches the rest. */
import { useState } from "react";
import { loadEntry } from "../state/store.ts";
import { LinkButton } from "../ui/button.tsx";
import { integer } from "../ui/format.ts";
import { t } from "../ui/l10n.ts";

interface ClippedNoteProps {
  /** Bytes that were left out; nothing is drawn without any. */
  bytes: number | undefined;
  entryId: string | undefined;
}

export function ClippedNote({ bytes, entryId }: ClippedNoteProps) {
  const [loading, setLoading] = useState(false);
  if (bytes === undefined || entryId === undefined) return null;
  const load = () => {
    setLoading(true);
    void loadEntry(entryId).finally(() => setLoading(false));
  };
  return (
    <LinkButton className="clipped-note" tabIndex={-1} disabled={loading} onClick={load}>
      {t("Show the remaining {0} KB", integer(Math.max(1, Math.round(bytes / 1024))))}
    </LinkButton>
  );
}
