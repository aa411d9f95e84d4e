// See docs/subsystems/messages.md.
import type { ChannelsState, MembershipRecord } from "@team-chat/contract";
import { insertBundle, type Outbox, type OutboxRow, renderEvents } from "@team-chat/outbox";
import type { Database, Transaction } from "@team-chat/pg";

import type { RealmChannels } from "../../domain/directories/realm-view.ts";
import { readEvent } from "../../present/flags-event.ts";
import {
  closeRanges,
  findVersion,
  lockChannels,
  lockVersion,
  openRanges,
  updateVersion,
} from "../../queries/recipients/memberships.ts";

interface Carrier {
  readonly db: Database;
  readonly outbox: Outbox;
}

/**
 * Brings a realm's channels to the delta's version, in memory and in the database: who joined receives from the next
 * message on, who left receives nothing more and has nothing unread there. Both happen between two sends, so that the
 * ranges and the audiences agree.
 */
export async function carryMemberships(
  { db, outbox }: Carrier,
  channels: RealmChannels,
  delta: ChannelsState,
): Promise<void> {
  const { realmId } = channels;
  const newest = Math.max(0, ...delta.memberships.map(({ version }) => version));
  if (newest === 0 || (await findVersion(db, realmId)) >= newest) {
    channels.apply(delta);
    return;
  }
  await outbox.exclusively(realmId, async () => {
    const rows = await db.transaction((tx) => carry(tx, realmId, delta));
    channels.apply(delta);
    return { result: undefined, rows };
  });
}

async function carry(
  tx: Transaction,
  realmId: number,
  { version, memberships }: ChannelsState,
): Promise<readonly OutboxRow[]> {
  const known = await lockVersion(tx, realmId);
  const changed = memberships.filter((membership) => membership.version > known);
  if (changed.length === 0) return [];
  await lockChannels(tx, realmId, [...new Set(changed.map(({ channelId }) => channelId))]);
  await openRanges(tx, realmId, changed.filter(isActive));
  const left = changed.filter((membership) => !isActive(membership));
  const read = left.length === 0 ? [] : await closeRanges(tx, realmId, left);
  await updateVersion(tx, realmId, version);
  const rows: OutboxRow[] = [];
  // Who leaves a channel has read everything in it (docs/behaviour/unread.md#what-is-unread).
  const events = read.map(({ userId, messages }) => readEvent([userId], messages));
  for (const text of renderEvents(events)) rows.push(await insertBundle(tx, realmId, text));
  return rows;
}

function isActive({ active }: MembershipRecord): boolean {
  return active;
}
