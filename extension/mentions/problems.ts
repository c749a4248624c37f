import path from "node:path";
import * as vscode from "vscode";
import type { MentionItem } from "../panel/messages.ts";

const { l10n } = vscode;
const MAX_LISTED = 200;

interface Problem {
  file: string;
  diagnostic: vscode.Diagnostic;
}

/** Errors and warnings of a folder, errors first. */
function problemsIn(folder: string): Problem[] {
  const all = vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    const file = path.relative(folder, uri.fsPath);
    if (uri.scheme !== "file" || file.startsWith("..") || path.isAbsolute(file)) return [];
    return diagnostics
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
      .map((diagnostic) => ({ file: file.split(path.sep).join("/"), diagnostic }));
  });
  return all.sort((one, other) => one.diagnostic.severity - other.diagnostic.severity);
}

export function problemsItem(folder: string): MentionItem[] {
  const count = problemsIn(folder).length;
  const detail = count === 1 ? l10n.t("1 in this folder") : l10n.t("{0} in this folder", count);
  return count > 0 ? [{ kind: "problems", label: l10n.t("Problems"), insert: "problems", detail }] : [];
}

/** One line a problem, as compilers write them; these lines are for the model and are not translated. */
export function problemsText(folder: string): string {
  const problems = problemsIn(folder);
  const lines = problems.slice(0, MAX_LISTED).map(({ file, diagnostic }) => {
    const { line, character } = diagnostic.range.start;
    const severity = diagnostic.severity === vscode.DiagnosticSeverity.Error ? "error" : "warning";
    const code = typeof diagnostic.code === "object" ? diagnostic.code.value : diagnostic.code;
    const source = [diagnostic.source, code].filter((part) => part !== undefined).join(" ");
    return `${file}:${line + 1}:${character + 1} ${severity}: ${diagnostic.message}${source ? ` [${source}]` : ""}`;
  });
  if (problems.length > MAX_LISTED) lines.push(`… ${problems.length - MAX_LISTED} more problems`);
  return lines.join("\n");
}
