import type { InputOf, OutputOf, subscribe as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { planSubscribe, type SubscribePlan } from "../../policies/subscribe-plan.ts";
import { announcements, createdNotice, subscribedNotice } from "../../present/notices.ts";
import { bumpVersion } from "../../queries/versions.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import { groupJoining, type Joining } from "../../values/memberships.ts";
import {
  checkFolder,
  claimGroupsOf,
  createChannels,
} from "../../workflows/channels/create-channels.ts";
import type { RealmChange } from "../../workflows/realm-change.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";
import { createAndSubscribe } from "../../workflows/subscriptions/add-subscriptions.ts";

type Output = OutputOf<typeof contract>;

/**
 * Largest number of users who are told when they are subscribed at once (register: max_bulk_new_subscription_messages).
 */
const maxNewSubscriptionMessages = 100;

/**
 * POST /users/me/subscriptions: subscribes users to channels and creates the missing ones
 * (docs/behaviour/subscriptions.md#subscribing).
 */
export function subscribe(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Output> {
  return changeRealm(ctx, caller, (change) => subscribeWithin(change, ctx, input));
}

/**
 * Subscribes within a change of the realm that may do more, to other channels.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, REQUEST_VARIABLE_INVALID
 */
export async function subscribeWithin(
  change: RealmChange,
  options: Pick<Context, "webPublicStreams" | "claimGroups">,
  input: InputOf<typeof contract>,
): Promise<Output> {
  const plan = planSubscribe(input, change, options);
  const { facts, missing } = plan;
  if (missing.length > 0) {
    await checkFolder(change, facts.folderId);
    await claimGroupsOf(options, change, facts.permissions);
  }
  const userIds = plan.principals.map(({ id }) => id);
  const changes =
    missing.length > 0 || groupJoining(userIds, plan.existing, change.channels).length > 0;
  const version = changes ? await bumpVersion(change.tx, change.realmId) : 0;
  const created = await createChannels(change, version, { facts, requested: missing });
  const joining = groupJoining(userIds, [...created, ...plan.existing], change.channels);
  if (changes) await createAndSubscribe(change, version, { created, joining, colors: plan.colors });
  const answer = present(input, { plan, created, change });
  for (const channel of created) change.say(createdNotice(channel, change.actor));
  if (input.announce)
    for (const notice of announcements(created, change.actor, change.users)) change.say(notice);
  if (answer.new_subscription_messages_sent === true) tellSubscribed(change, joining, created);
  return answer;
}

/**
 * Humans hear from the notification bot of channels that others subscribed them to, unless the channels are new; those
 * with the same channels share a notice.
 */
function tellSubscribed(
  { actor, say, users }: RealmChange,
  joining: readonly Joining[],
  created: readonly ChannelRow[],
): void {
  for (const group of joining) {
    const channels = group.channels.filter((channel) => !created.includes(channel));
    const userIds = group.userIds.filter(
      (userId) => userId !== actor.id && users.users.get(userId)?.isBot === false,
    );
    if (channels.length > 0 && userIds.length > 0) say(subscribedNotice(channels, actor, userIds));
  }
}

interface Done {
  readonly plan: SubscribePlan;
  readonly created: readonly ChannelRow[];
  /** The directories are still those from before. */
  readonly change: RealmChange;
}

function present(input: InputOf<typeof contract>, { change, created, plan }: Done): Output {
  const subscribed: Record<string, string[]> = {};
  const already: Record<string, string[]> = {};
  for (const { id } of plan.principals) {
    for (const channel of [...created, ...plan.existing]) {
      const known = change.channels.isSubscribed(id, channel.id);
      ((known ? already : subscribed)[id] ??= []).push(channel.name);
    }
  }
  return {
    subscribed,
    already_subscribed: already,
    ...(input.authorization_errors_fatal ? {} : { unauthorized: [...plan.unauthorized] }),
    ...(input.send_new_subscription_messages
      ? {
          new_subscription_messages_sent:
            Object.keys(subscribed).length <= maxNewSubscriptionMessages,
        }
      : {}),
  };
}
