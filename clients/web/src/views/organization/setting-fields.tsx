import { changeOrganization } from "../../actions/organization.ts";
import type { OrganizationSetting } from "../../state/organization-settings.ts";
import { useAppContext } from "../app-context.ts";
import { Choice, Toggle } from "../forms/field.tsx";
import { Problem } from "../forms/problem.tsx";
import { useAttempt } from "../forms/use-attempt.ts";

interface SettingProps {
  readonly name: OrganizationSetting;
  readonly label: string;
  readonly isAdmin: boolean;
}

interface OrganizationToggleProps extends SettingProps {
  /** True when the label says the opposite of the setting. */
  readonly isInverse?: boolean;
}

/** Turns a setting of the organization on or off. */
export function OrganizationToggle(props: OrganizationToggleProps) {
  const { isAdmin, isInverse = false, label, name } = props;
  const { client } = useAppContext();
  const attempt = useAttempt();
  return (
    <>
      <Toggle
        label={label}
        isDisabled={!isAdmin}
        isOn={(client.state.value.organization.settings[name] === true) !== isInverse}
        onChange={(isOn) =>
          void attempt.run(() => changeOrganization(client, name, isOn !== isInverse))
        }
      />
      <Problem text={attempt.problem.value} />
    </>
  );
}

type Value = number | string;

interface OrganizationChoiceProps extends SettingProps {
  /** `null` stands for no limit. */
  readonly options: readonly (readonly [value: Value | null, label: string])[];
}

/** Chooses a value for a setting of the organization; one that is none of the options is shown as it is. */
export function OrganizationChoice({ isAdmin, label, name, options }: OrganizationChoiceProps) {
  const { client } = useAppContext();
  const attempt = useAttempt();
  const value = client.state.value.organization.settings[name] as Value | null;
  const isOther = !options.some(([one]) => one === value);
  const all = isOther ? [[value, String(value)] as const, ...options] : options;
  return (
    <>
      <Choice
        label={label}
        value={String(value)}
        options={all.map(([one, text]) => [String(one), text])}
        isDisabled={!isAdmin}
        onChange={(chosen) => {
          const found = all.find(([one]) => String(one) === chosen);
          if (found !== undefined)
            void attempt.run(() => changeOrganization(client, name, found[0]));
        }}
      />
      <Problem text={attempt.problem.value} />
    </>
  );
}
