import type { InputOf, OutputOf, subscribe as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { normalizeDescription } from "../policies/description.ts";
import { planSubscribe, type SubscribePlan } from "../policies/subscribe-plan.ts";
import { renderDescription } from "../present/description.ts";
import { subscribeEvents } from "../present/subscribe-events.ts";
import { existsFolder, insertChannels } from "../queries/channels.ts";
import { bumpVersion } from "../queries/realm-version.ts";
import { insertSubscriptions } from "../queries/subscriptions.ts";
import { changeRealm, type RealmChange } from "../realm/change-realm.ts";
import type { ChannelRow } from "../realm/channel-row.ts";
import { chooseSettings } from "../realm/choose-settings.ts";

type Output = OutputOf<typeof contract>;

/** With more new subscriptions at once nobody is told of each (register: max_bulk_new_subscription_messages). */
const maxNewSubscriptionMessages = 100;

/** POST /users/me/subscriptions: subscribes users to channels and creates the missing ones (reference/behaviour.md §9). */
export function subscribe(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Output> {
  return changeRealm(ctx, caller, async (change) => {
    const plan = planSubscribe(input, change, ctx);
    await checkFolder(change, plan);
    const joining = plan.existing.flatMap((channel) => pairsToAdd(change, plan, channel));
    const changes = plan.missing.length > 0 || joining.length > 0;
    const version = changes ? await bumpVersion(change.tx, change.realmId) : 0;
    const created = await createChannels(change, plan, version);
    const pairs = [...created.flatMap((channel) => pairsToAdd(change, plan, channel)), ...joining];
    if (pairs.length > 0) {
      const additions = await chooseSettings(change, pairs, plan.colors);
      await insertSubscriptions(change.tx, { ...change, version }, additions);
      const joined = plan.existing.filter(({ id }) =>
        joining.some((pair) => pair.channel.id === id),
      );
      for (const event of subscribeEvents({ created, joined, additions, directories: change }))
        change.emit(event);
    }
    return present(input, { plan, created, change });
  });
}

async function checkFolder({ realmId, tx }: RealmChange, plan: SubscribePlan): Promise<void> {
  const { folderId } = plan.facts;
  if (plan.missing.length === 0 || folderId === null) return;
  if (!(await existsFolder(tx, realmId, folderId)))
    throw new AppError("BAD_REQUEST", "Invalid channel folder ID");
}

async function createChannels(
  change: RealmChange,
  { facts, missing }: SubscribePlan,
  version: number,
): Promise<readonly ChannelRow[]> {
  if (missing.length === 0) return [];
  const channels = missing.map(({ key, name, description: given }) => {
    const description = normalizeDescription(given);
    return { name, key, description, renderedDescription: renderDescription(description) };
  });
  const shared = { ...facts, creatorId: change.actor.id };
  return insertChannels(change.tx, { ...change, version }, { channels, facts: shared });
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
