import type { InputOf, OutputOf, subscribe as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { planSubscribe, type SubscribePlan } from "../policies/subscribe-plan.ts";
import { announcements, createdNotice, subscribedNotice } from "../present/notices.ts";
import { bumpVersion } from "../queries/realm-version.ts";
import { addSubscriptions } from "../realm/add-subscriptions.ts";
import { changeRealm } from "../realm/change-realm.ts";
import type { ChannelRow } from "../realm/channel-row.ts";
import { claimGroupsOf } from "../realm/claim-groups.ts";
import { checkFolder, createChannels } from "../realm/create-channels.ts";
import type { RealmChange } from "../realm/realm-change.ts";

type Output = OutputOf<typeof contract>;

/** When more users are subscribed at once, none is told of it (register: max_bulk_new_subscription_messages). */
const maxNewSubscriptionMessages = 100;

/** POST /users/me/subscriptions: subscribes users to channels and creates the missing ones (reference/behaviour.md §9). */
export function subscribe(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Output> {
  return changeRealm(ctx, caller, (change) => subscribeWithin(change, ctx, input));
}

/**
 * The same within a change of the realm that may do more, to other channels.
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
  const joining = plan.existing.flatMap((channel) => pairsToAdd(change, plan, channel));
  const changes = missing.length > 0 || joining.length > 0;
  const version = changes ? await bumpVersion(change.tx, change.realmId) : 0;
  const created = await createChannels(change, version, { facts, requested: missing });
  const pairs = [...created.flatMap((channel) => pairsToAdd(change, plan, channel)), ...joining];
  await addSubscriptions(change, version, { created, pairs, colors: plan.colors });
  const answer = present(input, { plan, created, change });
  for (const channel of created) change.say(createdNotice(channel, change.actor));
  if (input.announce)
    for (const notice of announcements(created, change.actor, change.users)) change.say(notice);
  if (answer.new_subscription_messages_sent === true) tellSubscribed(change, pairs, created);
  return answer;
}

/** Humans hear from the notification bot of channels that others subscribed them to, unless the channels are new; those with the same news share a notice. */
function tellSubscribed(
  change: RealmChange,
  pairs: readonly { readonly userId: number; readonly channel: ChannelRow }[],
  created: readonly ChannelRow[],
): void {
  const { actor, users } = change;
  const told = pairs.filter(
    ({ channel, userId }) =>
      userId !== actor.id && users.users.get(userId)?.isBot === false && !created.includes(channel),
  );
  const byUser = [...Map.groupBy(told, ({ userId }) => userId)];
  const groups = Map.groupBy(byUser, ([, own]) => own.map(({ channel }) => channel.id).join());
  for (const group of groups.values()) {
    const channels = (group[0]?.[1] ?? []).map(({ channel }) => channel);
    const userIds = group.map(([userId]) => userId);
    change.say(subscribedNotice(channels, actor, userIds));
  }
}

function pairsToAdd({ channels }: RealmChange, { principals }: SubscribePlan, channel: ChannelRow) {
  return principals
    .filter(({ id }) => !channels.isSubscribed(id, channel.id))
    .map(({ id }) => ({ userId: id, channelId: channel.id, channel }));
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
