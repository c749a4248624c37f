/**
 * The controls of @vscode/webview-ui-toolkit that the panel uses, behind props of our own. It is
 * archived: whoever replaces it rewrites this file and its stylesheet. Loaded on first use.
 */
import {
  VSCodeCheckbox,
  VSCodeDropdown,
  VSCodeOption,
  VSCodeTextArea,
  VSCodeTextField,
} from "@vscode/webview-ui-toolkit/react";
import { useEffect, useRef } from "react";
import { onKeys } from "./keys.ts";
import type { CheckboxProps, DropdownProps, FieldProps } from "./toolkit.tsx";

const textOf = (event: unknown) => ((event as Event).target as HTMLInputElement).value;

/** Puts the focus into the control once it is defined. */
function useFocus(wanted: boolean | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) requestAnimationFrame(() => (box.current?.firstElementChild as HTMLElement | null)?.focus());
  }, [wanted]);
  return box;
}

export function TextFieldControl({ label, value, placeholder, onValue, keys, focus }: FieldProps) {
  const box = useFocus(focus);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, which is the control
    <div ref={box} onKeyDown={keys && onKeys(keys)}>
      <VSCodeTextField
        className="control-field"
        aria-label={label}
        value={value}
        placeholder={placeholder ?? ""}
        onInput={(event: unknown) => onValue(textOf(event))}
      />
    </div>
  );
}

export function TextAreaControl({ label, value, placeholder, onValue, keys, focus }: FieldProps) {
  const box = useFocus(focus);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, which is the control
    <div ref={box} onKeyDown={keys && onKeys(keys)}>
      <VSCodeTextArea
        className="control-field control-area"
        aria-label={label}
        value={value}
        placeholder={placeholder ?? ""}
        rows={4}
        onInput={(event: unknown) => onValue(textOf(event))}
      />
    </div>
  );
}

export function CheckboxControl({ label, checked, onChange }: CheckboxProps) {
  return (
    <VSCodeCheckbox
      className="control-check"
      checked={checked}
      onChange={(event: unknown) => onChange(((event as Event).target as HTMLInputElement).checked)}
    >
      {label}
    </VSCodeCheckbox>
  );
}

export function DropdownControl({ label, value, options, onValue }: DropdownProps) {
  return (
    <VSCodeDropdown aria-label={label} value={value} onChange={(event: unknown) => onValue(textOf(event))}>
      {options.map((option) => (
        <VSCodeOption key={option.value} value={option.value}>
          {option.text}
        </VSCodeOption>
      ))}
    </VSCodeDropdown>
  );
}
