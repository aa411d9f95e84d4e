import { listInvites, sendInvites } from "@team-chat/contract";

import type { Name } from "../people.ts";
import type { World } from "../world.ts";

/** Invites by e-mail and gives the invitation's id and the key in its link. */
export async function invite(
  world: World,
  as: Name,
  email: string,
): Promise<{ readonly id: number }> {
  await world.request(as, sendInvites, { invitee_emails: email });
  const { invites } = await world.request("owner", listInvites, {});
  const found = invites.find((one) => one.email === email);
  if (found === undefined) throw new Error("There is no such invitation.");
  return { id: found.id };
}

/** The key at the end of an invitation's link. */
export function keyOf(link: string): string {
  return link.slice(link.lastIndexOf("/") + 1);
}
