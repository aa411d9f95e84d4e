import type { listNavigationViews as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentView } from "../../present/navigation-view.ts";
import { listViews } from "../../queries/settings/navigation-views.ts";

/** Lists the client's views as the caller arranged them. */
export async function listNavigationViews(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const rows = await listViews(ctx.db, { realmId: caller.realm.id, userId: caller.userId });
  return { navigation_views: rows.map(presentView) };
}
