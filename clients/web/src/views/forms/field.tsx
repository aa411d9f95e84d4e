import type { Signal } from "@preact/signals";
import { type ComponentChildren, h } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly hint?: string;
  readonly type?: "date" | "datetime-local" | "email" | "number" | "password" | "text" | "url";
  readonly maxLength?: number | undefined;
  readonly isRequired?: boolean;
  readonly autocomplete?: string;
  /** Shows several lines. */
  readonly isLong?: boolean;
}

/** A text that can be changed, with its label. */
export function Field(props: FieldProps) {
  const { autocomplete = "off", hint = "", isLong = false, isRequired = false, label } = props;
  const { maxLength, type = "text", value } = props;
  const id = useId();
  const given = {
    id,
    value: value.value,
    required: isRequired,
    maxLength,
    autocomplete,
    "aria-describedby": hint === "" ? undefined : `${id}-hint`,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      value.value = event.currentTarget.value;
    },
  };
  const element: string = isLong ? "textarea" : "input";
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {h(element, { ...given, ...(isLong ? { rows: 2 } : { type }) })}
      {hint !== "" && (
        <small id={`${id}-hint`} class="soft">
          {hint}
        </small>
      )}
    </p>
  );
}

interface ChoiceProps<T extends number | string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
  readonly isDisabled?: boolean;
}

/** A choice of one out of a few. */
export function Choice<T extends number | string>(props: ChoiceProps<T>) {
  const { isDisabled = false, label, onChange, options, value } = props;
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        disabled={isDisabled}
        value={String(value)}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={String(one)} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly hint?: string;
  readonly isDisabled?: boolean;
}

/** Something that is on or off. */
export function Toggle({ hint = "", isDisabled = false, isOn, label, onChange }: ToggleProps) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.checked);
        }}
      />
      <span>
        {label}
        {hint !== "" && <small class="soft">{hint}</small>}
      </span>
    </label>
  );
}

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

/** A form that is sent by its button, or with Enter. */
export function Form({ children, onSubmit }: FormProps) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
