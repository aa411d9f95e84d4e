import type { NarrowTerm } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { listInaccessible } from "../../policies/history.ts";
import type { Search } from "../../queries/messages/search-conditions.ts";
import { compileNarrow, compileUnread } from "../narrow/compile-narrow.ts";

/** Search of a narrow, and the search for its first unread message. */
export interface NarrowSearch {
  readonly search: Search;
  /** @throws BAD_NARROW */
  readonly searchUnread: () => Promise<Search>;
}

/** Returns the search for what of the actor's messages matches a narrow. @throws BAD_NARROW */
export async function searchFor(
  ctx: Context,
  realm: RealmView,
  narrow: readonly NarrowTerm[],
): Promise<NarrowSearch> {
  const named = { ...realm, recipients: ctx.recipients };
  const { realmId, actor } = realm;
  const reader = { realmId, userId: actor.id, inaccessible: listInaccessible(realm) };
  return {
    search: { ...(await compileNarrow(narrow, named)), ...reader },
    searchUnread: async () => ({ ...(await compileUnread(narrow, named)), ...reader }),
  };
}
