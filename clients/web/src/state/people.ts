import { type Conversation, keyOf } from "./conversation.ts";
import type { Group, GroupSetting, State } from "./state.ts";

/** Seconds after which nobody is there any more of whom nothing was heard (docs/behaviour/presence.md#presence-of-others). */
const offlineAfterSeconds = 200;

/** How much of somebody is there. */
export type Availability = "active" | "idle" | "offline";

/** Tells whether somebody is there; null where that is not shown. */
export function availabilityOf(state: State, id: number, nowSeconds: number): Availability | null {
  const person = state.people.get(id);
  if (state.organization.isPresenceDisabled || person?.is_active === false) return null;
  if (person === undefined || person.is_bot) return null;
  const { activeAt, idleAt } = state.presences.get(id) ?? { activeAt: 0, idleAt: 0 };
  if (nowSeconds - activeAt < offlineAfterSeconds) return "active";
  return nowSeconds - idleAt < offlineAfterSeconds ? "idle" : "offline";
}

/** Collects the active people of a group, and of all groups within it. */
export function membersOf(groups: State["groups"], groupId: number): ReadonlySet<number> {
  const members = new Set<number>();
  const seen = new Set<number>();
  const add = (id: number) => {
    if (seen.has(id)) return;
    seen.add(id);
    const group = groups.get(id);
    for (const member of group?.members ?? []) members.add(member);
    for (const subgroup of group?.direct_subgroup_ids ?? []) add(subgroup);
  };
  add(groupId);
  return members;
}

/** Tells whether one has a permission. */
export function isAllowed(
  { groups, me }: Pick<State, "groups" | "me">,
  setting: GroupSetting | undefined,
): boolean {
  if (setting === undefined) return false;
  if (typeof setting === "number") return membersOf(groups, setting).has(me);
  return (
    setting.direct_members.includes(me) ||
    setting.direct_subgroups.some((id) => membersOf(groups, id).has(me))
  );
}

/** Tells whether one has a permission of the organization, by the name that changes of it have. */
export function mayInOrganization(state: State, permission: string): boolean {
  return isAllowed(state, state.organization.permissions[permission]);
}

/** Tells whether one may change a group, and who is in it. */
export function mayManage(state: State, group: Group): boolean {
  if (group.is_system_group) return false;
  return (
    mayInOrganization(state, "can_manage_all_groups") || isAllowed(state, group.can_manage_group)
  );
}

/** Lists the people one may write to, by name: those with an account that is active. */
export function activePeople(state: Pick<State, "people">) {
  return allPeople(state).filter(({ is_active: isActive }) => isActive !== false);
}

/** Lists everybody who has an account or had one, by name. */
export function allPeople({ people }: Pick<State, "people">) {
  const { compare } = new Intl.Collator();
  return [...people.values()].toSorted((a, b) => compare(a.full_name, b.full_name));
}

/** Lists the groups that people have made, by name; without those that were deactivated. */
export function ownGroups({ groups }: Pick<State, "groups">): readonly Group[] {
  const collator = new Intl.Collator();
  return [...groups.values()]
    .filter((group) => !group.is_system_group && !group.deactivated)
    .toSorted((a, b) => collator.compare(a.name, b.name));
}

/** Lists who is writing in a conversation. */
export function typistsIn(state: State, conversation: Conversation): readonly number[] {
  return state.typing.get(keyOf(conversation)) ?? [];
}
