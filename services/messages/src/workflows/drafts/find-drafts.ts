import type { DraftObject } from "@team-chat/contract";
import type { Connection } from "@team-chat/pg";

import type { RealmView } from "../../domain/directories/realm-view.ts";
import { listDrafts } from "../../queries/drafts/drafts.ts";

/** Finds the actor's drafts, most recently edited first; none when the actor keeps them elsewhere. */
export async function findDrafts(
  db: Connection,
  realm: RealmView,
): Promise<readonly DraftObject[]> {
  const { realmId, actor } = realm;
  if (actor.settings["enable_drafts_synchronization"] === false) return [];
  return listDrafts(db, { realmId, userId: actor.id });
}
