import { type QuickPickItem, window } from "vscode";

/** One of a few values, the present one marked. Undefined when the person changes their mind. */
export async function pickOne<T extends string>(
  title: string,
  current: T | undefined,
  choices: readonly { value: T; label: string; detail?: string }[],
): Promise<T | undefined> {
  const items: (QuickPickItem & { value: T })[] = choices.map(({ value, label, detail }) => ({
    label: `${value === current ? "$(check) " : ""}${label}`,
    ...(detail ? { detail } : {}),
    value,
  }));
  return (await window.showQuickPick(items, { title }))?.value;
}
