import type { listInvitableChannels as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { hasContentAccess, hasMetadataAccess, isGuest } from "@team-chat/policy";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { mayAddSubscribers } from "../../policies/subscribers.ts";

/**
 * Lists the channels that a user may invite others into, by the rules of subscribing them
 * (docs/behaviour/invitations.md#what-an-invitation-offers).
 */
export async function listInvitableChannels(
  ctx: Context,
  _: Identity,
  { realmId, userId, channelIds }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const [users, channels] = await Promise.all([
    ctx.users.current(realmId),
    ctx.channels.current(realmId),
  ]);
  const user = users.users.get(userId);
  if (user?.isActive !== true) return { channels: [] };
  const at = { users, channels };
  const known = [...new Set(channelIds)].flatMap((id) => {
    const channel = channels.channels.get(id);
    return channel !== undefined && hasMetadataAccess(user, channel, at) ? [channel] : [];
  });
  return {
    channels: known.map((channel) => ({
      id: channel.id,
      name: channel.name,
      mayAdd:
        !isGuest(user) &&
        hasContentAccess(user, channel, at) &&
        mayAddSubscribers(user, channel, at),
    })),
  };
}
