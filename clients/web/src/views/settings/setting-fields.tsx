import type { UserSettings } from "@team-chat/contract";

import { changeSetting } from "../../actions/settings.ts";
import { useAppContext } from "../app-context.ts";
import { Choice, Toggle } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

type NameOf<T> = {
  readonly [Name in keyof UserSettings]: UserSettings[Name] extends T ? Name : never;
}[keyof UserSettings];

interface SettingToggleProps {
  readonly name: NameOf<boolean>;
  readonly label: string;
  readonly hint?: string;
}

/** Turns one of one's settings on or off. */
export function SettingToggle({ hint = "", label, name }: SettingToggleProps) {
  const { client } = useAppContext();
  const attempt = useAttempt();
  return (
    <>
      <Toggle
        label={label}
        hint={hint}
        isOn={client.state.value.settings[name] === true}
        onChange={(isOn) => void attempt.run(() => changeSetting(client, name, isOn))}
      />
      <Problem text={attempt.problem.value} />
    </>
  );
}

interface SettingChoiceProps<Name extends NameOf<number | string>> {
  readonly name: Name;
  readonly label: string;
  readonly options: readonly (readonly [
    value: UserSettings[Name] & (number | string),
    label: string,
  ])[];
}

/** Chooses a value for one of one's settings; one that is none of the options is shown as it is. */
export function SettingChoice<Name extends NameOf<number | string>>(
  props: SettingChoiceProps<Name>,
) {
  const { label, name, options } = props;
  const { client } = useAppContext();
  const attempt = useAttempt();
  const value = client.state.value.settings[name] as UserSettings[Name] & (number | string);
  const isOther = !options.some(([one]) => one === value);
  return (
    <>
      <Choice
        label={label}
        value={value}
        options={isOther ? [[value, String(value)], ...options] : options}
        onChange={(chosen) => void attempt.run(() => changeSetting(client, name, chosen))}
      />
      <Problem text={attempt.problem.value} />
    </>
  );
}
