/** Form controls of the dialogs, loaded when the first one is shown. Nothing else imports the toolkit. */
import "./toolkit.css";
import type { KeyBindings } from "./keys.ts";
import { later } from "./later.tsx";

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

/** A one-line text field, 26 high. */
export const TextField = later(
  async () => (await controls()).TextFieldControl,
  () => <span className="control-wait" />,
);

/** A text area in the editor's font, at least 80 high. */
export const TextArea = later(
  async () => (await controls()).TextAreaControl,
  () => <span className="control-wait control-wait-area" />,
);

export const Checkbox = later(
  async () => (await controls()).CheckboxControl,
  ({ label }) => <span>{label}</span>,
);

export const Dropdown = later(
  async () => (await controls()).DropdownControl,
  () => <span className="control-wait" />,
);
