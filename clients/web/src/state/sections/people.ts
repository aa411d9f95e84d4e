import type { UserObject } from "@team-chat/contract";

import type { ServerEvent, State } from "../state.ts";

type Part = Pick<State, "people">;

/** Applies what happens to people: they come, change, and vanish. */
export function applyToPeople<S extends Part>(state: S, event: ServerEvent): S {
  if (event.type !== "realm_user") return state;
  const people = new Map(state.people);
  const { user_id: id } = event.person;
  if (event.op === "add") people.set(id, event.person);
  else if (event.op === "remove") people.delete(id);
  else {
    const known = people.get(id);
    if (known === undefined) return state;
    people.set(id, changed(known, event.person));
  }
  return { ...state, people };
}

type Change = Extract<ServerEvent, { type: "realm_user"; op: "update" }>["person"];

function changed(known: UserObject, change: Change): UserObject {
  if ("new_email" in change) return { ...known, email: change.new_email };
  if ("role" in change) {
    const { role } = change;
    return {
      ...known,
      role,
      is_owner: role === 100,
      is_admin: role <= 200,
      is_guest: role === 600,
    };
  }
  if ("custom_profile_field" in change) return withProfile(known, change.custom_profile_field);
  return { ...known, ...change };
}

function withProfile(
  known: UserObject,
  {
    id,
    ...field
  }: {
    readonly id: number;
    readonly value: string | null;
    readonly rendered_value?: string | undefined;
  },
): UserObject {
  const { [String(id)]: _, ...others } = known.profile_data ?? {};
  const { rendered_value: rendered, value } = field;
  if (value === null) return { ...known, profile_data: others };
  const kept = rendered === undefined ? { value } : { value, rendered_value: rendered };
  return { ...known, profile_data: { ...others, [String(id)]: kept } };
}
