import type { Group, GroupSetting, State } from "../../state/state.ts";
import { t, type TextName } from "../../texts/texts.ts";
import { useAppContext } from "../app-context.ts";
import { Choice } from "./field.tsx";

/** Names of the groups that follow from roles, the widest first. */
const systemGroups: Readonly<Record<string, TextName>> = {
  "role:internet": "group.internet",
  "role:everyone": "group.everyone",
  "role:members": "group.members",
  "role:fullmembers": "group.fullMembers",
  "role:moderators": "group.moderators",
  "role:administrators": "group.administrators",
  "role:owners": "group.owners",
  "role:nobody": "group.nobody",
};

/** Names a group; those that follow from roles in words. */
export function groupName({ is_system_group: isSystem, name }: Group): string {
  const text = isSystem ? systemGroups[name] : undefined;
  return text === undefined ? `@${name}` : t(text);
}

/** Says whom a permission is for. */
export function settingName(state: State, setting: GroupSetting): string {
  const nameOf = (id: number) => {
    const group = state.groups.get(id);
    return group === undefined ? "?" : groupName(group);
  };
  if (typeof setting === "number") return nameOf(setting);
  const people = setting.direct_members.map((id) => state.people.get(id)?.full_name ?? "?");
  const all = [...setting.direct_subgroups.map(nameOf), ...people];
  return all.length === 0 ? t("group.nobody") : all.join(", ");
}

interface GroupSettingFieldProps {
  readonly label: string;
  readonly value: GroupSetting;
  readonly onChange: (groupId: number) => void;
  readonly isDisabled?: boolean;
  /** Tells which groups may be chosen; all but those without an account by default. */
  readonly isOffered?: (group: Group) => boolean;
}

/** Chooses whom a permission is for: a role, or a group that people have made. What else it is stays to be seen. */
export function GroupSettingField(props: GroupSettingFieldProps) {
  const { isDisabled = false, isOffered = isAccount, label, onChange, value } = props;
  const state = useAppContext().client.state.value;
  const order = Object.keys(systemGroups);
  const all = [...state.groups.values()];
  const system = all
    .filter((group) => group.is_system_group)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const own = all.filter((group) => !group.is_system_group && !group.deactivated);
  const options = [...system, ...own]
    .filter((group) => group.id === value || isOffered(group))
    .map((group) => [group.id, groupName(group)] as const);
  const custom = typeof value === "number" ? [] : [[0, settingName(state, value)] as const];
  return (
    <Choice
      label={label}
      value={typeof value === "number" ? value : 0}
      options={[...custom, ...options]}
      isDisabled={isDisabled}
      onChange={(id) => {
        if (id !== 0) onChange(id);
      }}
    />
  );
}

function isAccount({ name }: Group): boolean {
  return name !== "role:internet";
}
