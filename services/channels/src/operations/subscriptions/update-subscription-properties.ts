import type {
  InputOf,
  OutputOf,
  updateSubscriptionProperties as contract,
} from "@team-chat/contract";
import { encodeAudience } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkPropertyChange, type PropertyChange } from "../../policies/subscription-property.ts";
import { listPersonal, type PersonalRow, updatePersonal } from "../../queries/subscriptions.ts";
import { bumpVersion } from "../../queries/versions.ts";
import type { RealmChange } from "../../workflows/realm-change.ts";
import { changeRealm } from "../../workflows/realm/change-realm.ts";

/** POST /users/me/subscriptions/properties: the caller's own settings of channels, all or none of the changes. */
export function updateSubscriptionProperties(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const changes = input.subscription_data.map(({ property, stream_id, value }) => ({
    channelId: stream_id,
    ...checkPropertyChange(property, value),
  }));
  return changeRealm(ctx, caller, async (change) => {
    const rows = await loadOwn(change, changes);
    const before = new Map(rows);
    for (const { channelId, fields, ...update } of changes) {
      const row = rows.get(channelId);
      if (!row) continue;
      rows.set(channelId, { ...row, ...fields });
      emitUpdates(change, channelId, update);
    }
    await write(change, before, rows);
    return {};
  });
}

/** @throws BAD_REQUEST for channels that the caller is not subscribed to, whether they exist or not */
async function loadOwn(
  { actor, channels, realmId, tx }: RealmChange,
  changes: readonly { readonly channelId: number }[],
): Promise<Map<number, PersonalRow>> {
  for (const { channelId } of changes)
    if (!channels.isSubscribed(actor.id, channelId))
      throw new AppError("BAD_REQUEST", `Not subscribed to channel id ${channelId}`);
  const channelIds = changes.map(({ channelId }) => channelId);
  const rows = await listPersonal(tx, realmId, { userIds: [actor.id], channelIds });
  return new Map(rows.map((row) => [row.channelId, row]));
}

/** Muting is told in both spellings (docs/behaviour/subscriptions.md#settings-of-a-subscription). */
function emitUpdates(
  { actor, emit }: RealmChange,
  channelId: number,
  { property, value }: Pick<PropertyChange, "property" | "value">,
): void {
  const audience = encodeAudience([actor.id]);
  const update: [string, boolean | string][] = [[property, value]];
  if (property === "is_muted") update.push(["in_home_view", value !== true]);
  for (const [name, shown] of update) {
    const event = { type: "subscription", op: "update", stream_id: channelId };
    emit({ audience, event: { ...event, property: name, value: shown } });
  }
}

/**
 * Kept in memory, here or elsewhere, is only whether a channel is muted and its colour, so only they count as a change
 * of the realm.
 */
async function write(
  { actor, realmId, tx }: RealmChange,
  before: ReadonlyMap<number, PersonalRow>,
  rows: ReadonlyMap<number, PersonalRow>,
): Promise<void> {
  const seen = (row: PersonalRow) => {
    const known = before.get(row.channelId);
    return known?.isMuted !== row.isMuted || known.color !== row.color;
  };
  const all = [...rows.values()];
  if (all.length === 0) return;
  const version = all.some(seen) ? await bumpVersion(tx, realmId) : null;
  const changed = all.map((row) => ({ row, version: seen(row) ? version : null }));
  await updatePersonal(tx, { realmId, userId: actor.id }, changed);
}
