import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";
import { hasContentAccess } from "@team-chat/policy";

import type { RealmView } from "../domain/directories/realm-view.ts";
import { mayReadWholeHistory } from "../policies/history.ts";
import { listMessages, type MessageRow } from "../queries/messages/messages.ts";

/** Loads these messages, ascending. @throws BAD_REQUEST unless the caller may read every one of them */
export async function loadAccessible(
  db: Connection,
  realm: RealmView,
  ids: readonly [number, ...number[]] | readonly number[],
): Promise<readonly [MessageRow, ...MessageRow[]]> {
  const wanted = new Set(ids);
  const reader = { realmId: realm.realmId, userId: realm.actor.id };
  const found = await listMessages(db, reader, [...wanted]);
  const [first, ...others] = found.filter((row) => mayRead(row, realm));
  if (!first || 1 + others.length < wanted.size)
    throw new AppError("BAD_REQUEST", "Invalid message(s)");
  return [first, ...others];
}

/**
 * Direct messages by their receivers; channel messages as far as the channel lets the user look back
 * (docs/behaviour/messages.md#access-to-a-message).
 */
export function mayRead(
  row: Pick<MessageRow, "channelId" | "received">,
  realm: RealmView,
): boolean {
  if (row.channelId === null) return row.received;
  const channel = realm.channels.channels.get(row.channelId);
  if (!channel) return false;
  if (mayReadWholeHistory(realm.actor, channel, realm)) return true;
  return row.received && hasContentAccess(realm.actor, channel, realm);
}
