import { env, l10n } from "vscode";

/** The language of our texts: VS Code's own where there is a translation, else English. */
export function spokenLanguage(): string {
  return l10n.bundle ? env.language : "en";
}
