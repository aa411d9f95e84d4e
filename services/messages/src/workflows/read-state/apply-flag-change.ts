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
import {
  listMarked,
  type MarkedGroup,
  type MarkedMessages,
} from "../../queries/read-state/marked-messages.ts";

/** Result of a change of flags. */
export interface FlagOutcome {
  /** Ids of the messages whose flag is now another, ascending. */
  readonly changed: readonly number[];
  /** Of these the messages that are unread now. */
  readonly unread: MarkedMessages;
  readonly ignoredChannels: readonly number[];
}

const none: MarkedMessages = { groups: [], bits: new Map() };

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
    return { changed, unread: none, ignoredChannels: [] };
  }
  if (change.flag === "read") return unread(tx, realm, ids);
  const marked = await listMarked(tx, readerOf(realm), ids);
  return changeBit(tx, realm, { change, marked, wanted: ids.length });
}

/** Marks messages unread; those that may not be marked are found afterwards, which rolls everything back. */
async function unread(
  tx: Transaction,
  realm: RealmView,
  ids: readonly number[],
): Promise<FlagOutcome> {
  const { actor, channels } = realm;
  const channelIds = [...channels.channelsOf(actor.id)];
  const { bits, groups } = await markUnread(tx, readerOf(realm), { ids, channelIds });
  const subscribed = new Set(channelIds);
  const isIgnored = ({ channelId }: MarkedGroup) =>
    channelId !== null && !subscribed.has(channelId);
  const ignored = groups.filter(isIgnored).map(({ channelId }) => channelId ?? 0);
  const changed = groups.filter((group) => !isIgnored(group) && (group.read || !group.received));
  checkReadable(changed, realm);
  const added = idsOf(changed.filter(({ received }) => !received));
  await markReceived(tx, readerOf(realm), added);
  await addFlags(
    tx,
    readerOf(realm),
    added.map((id) => ({ id, bits: flagBits.historical })),
  );
  const ignoredChannels = [...new Set(ignored)].toSorted((a, b) => a - b);
  return { changed: idsOf(changed), unread: { groups: changed, bits }, ignoredChannels };
}

interface BitChange {
  readonly change: FlagChange;
  readonly marked: MarkedMessages;
  /** Number of ids that were asked for. */
  readonly wanted: number;
}

async function changeBit(
  tx: Transaction,
  realm: RealmView,
  { change, marked: { bits, groups }, wanted }: BitChange,
): Promise<FlagOutcome> {
  const bit = change.flag === "starred" ? flagBits.starred : flagBits.collapsed;
  const hasBit = (id: number) => ((bits.get(id) ?? 0) & bit) !== 0;
  const all = idsOf(groups);
  if (change.op === "remove") {
    const changed = all.filter(hasBit);
    await removeFlag(tx, readerOf(realm), { ids: changed, bit });
    return { changed, unread: none, ignoredChannels: [] };
  }
  if (all.length < wanted) throw new AppError("BAD_REQUEST", "Invalid message(s)");
  const changed = groups
    .map((group) => ({ ...group, ids: group.ids.filter((id) => !hasBit(id)) }))
    .filter(({ ids }) => ids.length > 0);
  checkReadable(changed, realm);
  const flags = changed.flatMap(({ ids, received }) =>
    ids.map((id) => ({ id, bits: received ? bit : bit | flagBits.historical })),
  );
  await addFlags(tx, readerOf(realm), flags);
  return { changed: idsOf(changed), unread: none, ignoredChannels: [] };
}

function checkReadable(groups: readonly MarkedGroup[], realm: RealmView): void {
  if (!groups.every((group) => mayRead(group, realm)))
    throw new AppError("BAD_REQUEST", "Invalid message(s)");
}

/** Lists the ids of all groups, ascending. */
function idsOf(groups: readonly MarkedGroup[]): number[] {
  return groups.flatMap(({ ids }) => ids).toSorted((a, b) => a - b);
}

function readerOf({ realmId, actor }: RealmView) {
  return { realmId, userId: actor.id };
}
