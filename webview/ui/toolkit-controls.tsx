/**
 * The controls of @vscode/webview-ui-toolkit that the panel uses, behind props of our own. It is
 * archived: whoever replaces it rewrites this file and its stylesheet. Loaded on first use.
 */
import "./toolkit-nonce.ts";
import {
  VSCodeCheckbox,
  VSCodeDropdown,
  VSCodeOption,
  VSCodeTextArea,
  VSCodeTextField,
} from "@vscode/webview-ui-toolkit/react";
import { type FormEvent, useEffect, useRef } from "react";
import { onKeys } from "./keys.ts";
import type { CheckboxProps, DropdownProps, FieldProps } from "./toolkit.tsx";

const textOf = (event: unknown) => ((event as Event).target as HTMLInputElement).value;

/** React hears of the key at the box round the field, and draws what was typed before the next one comes. */
const typed = (onValue: (text: string) => void) => (event: FormEvent) => onValue(textOf(event));

/**
 * For the box round a control. The toolkit names its fields "Text field" when it puts them into the page,
 * whatever name they had: ours is set afterwards.
 */
function useField(label: string, focus: boolean | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.firstElementChild?.setAttribute("aria-label", label);
  }, [label]);
  useEffect(() => {
    if (focus) requestAnimationFrame(() => (box.current?.firstElementChild as HTMLElement | null)?.focus());
  }, [focus]);
  return box;
}

export function TextFieldControl({ label, value, placeholder, onValue, keys, focus }: FieldProps) {
  const box = useField(label, focus);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, which is the control
    <div ref={box} onInput={typed(onValue)} onKeyDown={keys && onKeys(keys)}>
      <VSCodeTextField className="control-field" value={value} placeholder={placeholder ?? ""} />
    </div>
  );
}

export function TextAreaControl({ label, value, placeholder, onValue, keys, focus }: FieldProps) {
  const box = useField(label, focus);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, which is the control
    <div ref={box} onInput={typed(onValue)} onKeyDown={keys && onKeys(keys)}>
      <VSCodeTextArea className="control-field control-area" value={value} placeholder={placeholder ?? ""} rows={4} />
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
    <VSCodeDropdown
      className="control-dropdown"
      aria-label={label}
      value={value}
      onChange={(event: unknown) => onValue(textOf(event))}
    >
      {options.map((option) => (
        <VSCodeOption key={option.value} value={option.value}>
          {option.text}
        </VSCodeOption>
      ))}
    </VSCodeDropdown>
  );
}
