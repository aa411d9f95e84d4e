import type { InputOf, OutputOf, subscribe as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { planSubscribe, type SubscribePlan } from "../policies/subscribe-plan.ts";
import { bumpVersion } from "../queries/realm-version.ts";
import { addSubscriptions } from "../realm/add-subscriptions.ts";
import { changeRealm } from "../realm/change-realm.ts";
import type { ChannelRow } from "../realm/channel-row.ts";
import { checkFolder, createChannels } from "../realm/create-channels.ts";
import type { RealmChange } from "../realm/realm-change.ts";

type Output = OutputOf<typeof contract>;

/** With more new subscriptions at once nobody is told of each (register: max_bulk_new_subscription_messages). */
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
  options: Pick<Context, "webPublicStreams">,
  input: InputOf<typeof contract>,
): Promise<Output> {
  const plan = planSubscribe(input, change, options);
  const { facts, missing } = plan;
  if (missing.length > 0) await checkFolder(change, facts.folderId);
  const joining = plan.existing.flatMap((channel) => pairsToAdd(change, plan, channel));
  const changes = missing.length > 0 || joining.length > 0;
  const version = changes ? await bumpVersion(change.tx, change.realmId) : 0;
  const created = await createChannels(change, version, { facts, requested: missing });
  const pairs = [...created.flatMap((channel) => pairsToAdd(change, plan, channel)), ...joining];
  await addSubscriptions(change, version, { created, pairs, colors: plan.colors });
  return present(input, { plan, created, change });
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
  let newSubscriptions = 0;
  for (const { id } of plan.principals) {
    for (const channel of [...created, ...plan.existing]) {
      const known = change.channels.isSubscribed(id, channel.id);
      if (!known) newSubscriptions += 1;
      ((known ? already : subscribed)[id] ??= []).push(channel.name);
    }
  }
  return {
    subscribed,
    already_subscribed: already,
    ...(input.authorization_errors_fatal ? {} : { unauthorized: [...plan.unauthorized] }),
    ...(input.send_new_subscription_messages
      ? { new_subscription_messages_sent: newSubscriptions <= maxNewSubscriptionMessages }
      : {}),
  };
}
