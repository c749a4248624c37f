/** Form controls of the dialogs, loaded when the first one is shown. Nothing else imports the toolkit. */
import "./toolkit.css";
import { lazy, Suspense } from "react";
import type { KeyBindings } from "./keys.ts";

export interface FieldProps {
  /** Accessible name. */
  label: string;
  value: string;
  placeholder?: string | undefined;
  onValue: (value: string) => void;
  keys?: KeyBindings;
  /** Takes the focus when it appears. */
  focus?: boolean;
}
export interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}
export interface DropdownProps {
  /** Accessible name; a dropdown of the toolkit has no other. */
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onValue: (value: string) => void;
}

const controls = () => import("./toolkit-controls.tsx");
const LazyField = lazy(async () => ({ default: (await controls()).TextFieldControl }));
const LazyArea = lazy(async () => ({ default: (await controls()).TextAreaControl }));
const LazyCheckbox = lazy(async () => ({ default: (await controls()).CheckboxControl }));
const LazyDropdown = lazy(async () => ({ default: (await controls()).DropdownControl }));

/** A one-line text field, 26 high. */
export function TextField(props: FieldProps) {
  return (
    <Suspense fallback={<span className="control-wait" />}>
      <LazyField {...props} />
    </Suspense>
  );
}

/** A text area in the editor's font, at least 80 high. */
export function TextArea(props: FieldProps) {
  return (
    <Suspense fallback={<span className="control-wait control-wait-area" />}>
      <LazyArea {...props} />
    </Suspense>
  );
}

export function Checkbox(props: CheckboxProps) {
  return (
    <Suspense fallback={<span>{props.label}</span>}>
      <LazyCheckbox {...props} />
    </Suspense>
  );
}

export function Dropdown(props: DropdownProps) {
  return (
    <Suspense fallback={<span className="control-wait" />}>
      <LazyDropdown {...props} />
    </Suspense>
  );
}
