/** What the panel's page is made of, apart from VS Code. */

/** The page's content security policy, for files that come from `source`: nothing remote, no script without the nonce. */
export function contentSecurityPolicy(nonce: string, source: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${source}`,
    `style-src 'nonce-${nonce}' ${source}`,
    `font-src ${source}`,
    `img-src ${source} data: blob:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** JSON that cannot end the script element it stands in. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A font family as CSS, without what could end the declaration; that of the workbench for none. */
export function cssFamily(family: string): string {
  return family.replace(/[;{}<>\\]/g, "").trim() || "var(--vscode-font-family)";
}
