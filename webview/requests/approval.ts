/** Selects that ask for leave to run a tool: recognised by their options, whoever asks. */
import { t } from "../ui/l10n.ts";

export interface ApprovalOption {
  /** The option as it is answered. */
  value: string;
  text: string;
  /** What a grant for the session would cover. */
  pattern?: string;
}

const forSession = /^(Allow for this session)(?:\s*[:(]\s*(.+?)\)?)?$/;

/** The options of an approval, or null when the select is none. */
export function approvalOptions(options: readonly string[]): ApprovalOption[] | null {
  const allows = options.some((option) => option === "Allow once");
  const denies = options.some((option) => /^Deny\b/.test(option));
  if (!allows || !denies) return null;
  return options.map((value) => {
    const [, text, pattern] = forSession.exec(value) ?? [];
    if (text === undefined || pattern === undefined) return { value, text: shown(value) };
    return { value, text: shown(text), pattern };
  });
}

/** The agent's own options in the display language. */
function shown(option: string): string {
  if (option === "Allow once") return t("Allow once");
  if (option === "Allow for this session") return t("Allow for this session");
  return option === "Deny" ? t("Deny") : option;
}

const icons: Record<string, string> = {
  bash: "terminal",
  edit: "edit",
  write: "new-file",
  read: "go-to-file",
  grep: "search",
  search: "search",
  find: "folder",
  ls: "folder",
};

/** The tool's own icon. */
export function toolIcon(name: string | undefined): string {
  return (name !== undefined && icons[name]) || "tools";
}
