import type { CustomEmoji } from "@team-chat/emoji";
import type { Connection } from "@team-chat/pg";

import { listEmojiRows } from "../../queries/organization/realm-emoji.ts";

/** Loads the organization's emoji under the ids that clients know. */
export async function loadCustomEmoji(
  db: Connection,
  realmId: number,
): Promise<readonly CustomEmoji[]> {
  const rows = await listEmojiRows(db, realmId);
  return rows.map(({ id, name, deactivated }) => ({ id: String(id), name, deactivated }));
}
