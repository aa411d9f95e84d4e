import { AppError } from "@team-chat/errors";
import type { Transaction } from "@team-chat/pg";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { mayRead } from "../../loading/load-accessible.ts";
import type { FlagChange } from "../../policies/flag-change.ts";
import { flagBits } from "../../queries/messages/flag-bits.ts";
import {
  addFlags,
  markRead,
  markReceived,
  markUnread,
  removeFlag,
} from "../../queries/read-state/flags.ts";
import { listMarked, type MarkedMessage } from "../../queries/read-state/marked-messages.ts";

/** Result of a change of flags. */
export interface FlagOutcome {
  /** Ids of the messages whose flag is now another, ascending. */
  readonly changed: readonly number[];
  /** Of these the messages that are unread now. */
  readonly unread: readonly MarkedMessage[];
  readonly ignoredChannels: readonly number[];
}

/**
 * Changes a flag of the actor's of these messages, as far as it is not so already. Needs the commit gate.
 * @throws BAD_REQUEST
 */
export async function applyFlagChange(
  tx: Transaction,
  realm: RealmView,
  { change, ids }: { change: FlagChange; ids: readonly number[] },
): Promise<FlagOutcome> {
  if (change.flag === "read" && change.op === "add") {
    const changed = await markRead(tx, readerOf(realm), ids);
    return { changed, unread: [], ignoredChannels: [] };
  }
  if (change.flag === "read") return unread(tx, realm, ids);
  const rows = await listMarked(tx, readerOf(realm), ids);
  return changeBit(tx, realm, { change, rows, wanted: ids.length });
}

/** Marks messages unread; those that may not be marked are found afterwards, which rolls everything back. */
async function unread(
  tx: Transaction,
  realm: RealmView,
  ids: readonly number[],
): Promise<FlagOutcome> {
  const { actor, channels } = realm;
  const channelIds = [...channels.channelsOf(actor.id)];
  const rows = await markUnread(tx, readerOf(realm), { ids, channelIds });
  const subscribed = new Set(channelIds);
  const isIgnored = ({ conversation: { channelId } }: MarkedMessage) =>
    channelId !== null && !subscribed.has(channelId);
  const ignored = rows.filter(isIgnored).map(({ conversation }) => conversation.channelId ?? 0);
  const changed = rows.filter((row) => !isIgnored(row) && (row.read || !row.received));
  checkReadable(changed, realm);
  const added = changed.filter((row) => !row.received);
  const bits = flagBits.historical;
  await markReceived(tx, readerOf(realm), idsOf(added));
  await addFlags(
    tx,
    readerOf(realm),
    added.map(({ id }) => ({ id, bits })),
  );
  const ignoredChannels = [...new Set(ignored)].toSorted((a, b) => a - b);
  return { changed: idsOf(changed), unread: changed, ignoredChannels };
}

async function changeBit(
  tx: Transaction,
  realm: RealmView,
  { change, rows, wanted }: { change: FlagChange; rows: readonly MarkedMessage[]; wanted: number },
): Promise<FlagOutcome> {
  const bit = change.flag === "starred" ? flagBits.starred : flagBits.collapsed;
  if (change.op === "remove") {
    const changed = rows.filter((row) => (row.bits & bit) !== 0);
    await removeFlag(tx, readerOf(realm), { ids: idsOf(changed), bit });
    return { changed: idsOf(changed), unread: [], ignoredChannels: [] };
  }
  if (rows.length < wanted) throw new AppError("BAD_REQUEST", "Invalid message(s)");
  const changed = rows.filter((row) => (row.bits & bit) === 0);
  checkReadable(changed, realm);
  const flags = changed.map(({ id, received }) => ({
    id,
    bits: received ? bit : bit | flagBits.historical,
  }));
  await addFlags(tx, readerOf(realm), flags);
  return { changed: idsOf(changed), unread: [], ignoredChannels: [] };
}

function checkReadable(rows: readonly MarkedMessage[], realm: RealmView): void {
  const may = ({ conversation: { channelId }, received }: MarkedMessage) =>
    mayRead({ channelId, received }, realm);
  if (!rows.every(may)) throw new AppError("BAD_REQUEST", "Invalid message(s)");
}

function idsOf(rows: readonly MarkedMessage[]): number[] {
  return rows.map(({ id }) => id);
}

function readerOf({ realmId, actor }: RealmView) {
  return { realmId, userId: actor.id };
}
