import type { Group, ServerEvent, State } from "../state.ts";

/** Applies what happens to groups of people; whoever is deactivated is in none. */
export function applyToGroups<S extends Pick<State, "groups">>(state: S, event: ServerEvent): S {
  if (event.type === "realm_user") return withoutDeactivated(state, event);
  if (event.type !== "user_group") return state;
  const groups = new Map(state.groups);
  if (event.op === "add") groups.set(event.group.id, event.group);
  else {
    const known = groups.get(event.group_id);
    if (known === undefined) return state;
    groups.set(known.id, changed(known, event));
  }
  return { ...state, groups };
}

type Change = Exclude<Extract<ServerEvent, { type: "user_group" }>, { readonly op: "add" }>;

function changed(group: Group, event: Change): Group {
  switch (event.op) {
    case "update":
      return { ...group, ...event.data } as Group;
    case "add_members":
      return { ...group, members: together(group.members, event.user_ids) };
    case "remove_members":
      return { ...group, members: without(group.members, event.user_ids) };
    case "add_subgroups":
      return {
        ...group,
        direct_subgroup_ids: together(group.direct_subgroup_ids, event.direct_subgroup_ids),
      };
    case "remove_subgroups":
      return {
        ...group,
        direct_subgroup_ids: without(group.direct_subgroup_ids, event.direct_subgroup_ids),
      };
  }
}

/** Adds ids once: what was changed here is shown before its event comes. */
function together(ids: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...ids, ...added])];
}

function without(ids: readonly number[], gone: readonly number[]): number[] {
  return ids.filter((id) => !gone.includes(id));
}

function withoutDeactivated<S extends Pick<State, "groups">>(
  state: S,
  event: Extract<ServerEvent, { type: "realm_user" }>,
): S {
  if (event.op !== "update" || !("is_active" in event.person) || event.person.is_active)
    return state;
  const { user_id: id } = event.person;
  const groups = [...state.groups.values()].map((group) =>
    group.members.includes(id) ? { ...group, members: without(group.members, [id]) } : group,
  );
  return { ...state, groups: new Map(groups.map((group) => [group.id, group])) };
}
