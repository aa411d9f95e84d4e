import type { InputOf, OutputOf, unsubscribe as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkMemberships, existingPrincipals } from "../../policies/subscribers.ts";
import { planUnsubscribe } from "../../policies/unsubscribe-plan.ts";
import { unsubscribeEvents } from "../../present/unsubscribe-events.ts";
import { deactivateSubscriptions } from "../../queries/subscriptions.ts";
import { bumpVersion } from "../../queries/versions.ts";
import { groupByChannel } from "../../values/memberships.ts";
import type { RealmChange } from "../../workflows/realm-change.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";
import { afterMoves } from "../../workflows/topics/emit-muted-topics.ts";
import { emitVisibility } from "../../workflows/visibility/emit-visibility.ts";

/** DELETE /users/me/subscriptions: unsubscribes users from channels; their settings are kept. */
export function unsubscribe(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller, (change) => unsubscribeWithin(change, ctx, input));
}

/**
 * Unsubscribes within a change of the realm that may do more, to other channels.
 * @throws BAD_REQUEST
 */
export async function unsubscribeWithin(
  change: RealmChange,
  ctx: Pick<Context, "unseen">,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { actor: viewer, realmId } = change;
  const userIds = existingPrincipals(input.principals, change.users).map(({ id }) => id);
  const unseen = await ctx.unseen({ realmId, viewer, userIds });
  const { channels, principals } = planUnsubscribe(input, { ...change, unseen });
  checkMemberships(channels.length, principals.length);
  const removals = channels.flatMap((channel) =>
    principals
      .filter(({ id }) => change.channels.isSubscribed(id, channel.id))
      .map(({ id }) => ({ userId: id, channelId: channel.id })),
  );
  const left = new Set(removals.map(({ channelId }) => channelId));
  if (removals.length > 0) {
    const version = await bumpVersion(change.tx, change.realmId);
    await deactivateSubscriptions(change.tx, { ...change, version }, removals);
    const changed = channels.filter(({ id }) => left.has(id));
    const events = unsubscribeEvents({ channels: changed, removals, directories: change });
    await emitVisibility(change, events, () =>
      afterMoves(change, { removed: groupByChannel(removals) }),
    );
  }
  const names = (wanted: boolean) =>
    channels.filter(({ id }) => left.has(id) === wanted).map(({ name }) => name);
  return { removed: names(true), not_removed: names(false) };
}
