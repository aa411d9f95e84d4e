import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";

import type { RealmView } from "../domain/directories/realm-view.ts";
import type { MessageRow } from "../queries/messages/messages.ts";
import { loadAccessible } from "./load-accessible.ts";

/**
 * Loads a message that the caller may read, in a channel or conversation where anything may still change.
 * @throws BAD_REQUEST
 */
export async function loadChangeable(
  db: Connection,
  realm: RealmView,
  id: number,
): Promise<MessageRow> {
  const [row] = await loadAccessible(db, realm, [id]);
  if (row.channelId !== null && realm.channels.channels.get(row.channelId)?.isArchived === true)
    throw new AppError("BAD_REQUEST", "Invalid message(s)");
  return row;
}
