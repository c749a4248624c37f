/** Gives a field the focus, to go on with its text: the caret is behind it, and the end in sight. */
export function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollTop = field.scrollHeight;
}
