import { listUserGroups, updateRealm } from "@team-chat/contract";
import { z } from "zod";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import type { World } from "../world.ts";

/** Sets who sees everybody (`can_access_all_users_group`). */
export async function setSeeingAll(world: World, group: string): Promise<void> {
  const { user_groups: groups } = await world.request("owner", listUserGroups, {
    include_deactivated_groups: false,
  });
  const id = groups.find(({ name }) => name === group)?.id;
  if (id === undefined) throw new Error(`There is no group ${group}.`);
  await world.request("owner", updateRealm, { can_access_all_users_group: { new: id } });
}

/**
 * The guest shares a channel with Alice, who is all that it sees; an earlier one, with the moderator, was left.
 * Has been told so.
 */
export async function limitGuest(world: World): Promise<void> {
  const { guest, alice, moderator, owner } = world.people;
  world.setMember(1, guest.id, true);
  world.setMember(1, alice.id, true);
  world.setMember(2, moderator.id, true);
  world.setMember(2, guest.id, false);
  world.setMember(2, owner.id, true);
  await setSeeingAll(world, "role:everyone");
  await setSeeingAll(world, "role:members");
  await registerSections(world, "guest", { fetch: ["realm_user"] });
  await world.events();
}

/** Somebody is there. */
export const reportOfPresence = {
  status: "active",
  new_user_input: true,
  ping_only: false,
  slim_presence: true,
  history_limit_days: 14,
} as const;

/** Lists in order what somebody has been told of visibility: the user with the sign of having come, gone or changed. */
export async function visibilityEvents(world: World, name: Name): Promise<readonly string[]> {
  const events = eventsFor(world.people[name].id, await world.events());
  const names = new Map(Object.entries(world.people).map(([one, { id }]) => [id, one]));
  return events.flatMap((event) => {
    const { type, op, person, user_id: userId } = heard.parse(event);
    if (type !== "realm_user" && type !== "user_status" && type !== "presence") return [];
    const who = names.get(person?.user_id ?? userId ?? 0) ?? "somebody";
    const shown = person?.full_name === "Unknown user" && op === "add" ? " unknown" : "";
    return [`${op ?? type} ${who}${shown}`];
  });
}

const heard = z.object({
  type: z.string(),
  op: z.string().optional(),
  user_id: z.int().optional(),
  person: z.object({ user_id: z.int(), full_name: z.string().optional() }).optional(),
});
