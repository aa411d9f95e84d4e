import { roles } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/organization/realm-view.ts";
import { type Sees, seesEverybody, visibleTo } from "../../policies/visibility/visibility.ts";
import { settleVisibility } from "./settle-visibility.ts";

/**
 * Loads the caller's organization and whom in it the caller may see, after everything that was answered before, in any
 * service.
 * @throws SERVICE_UNAVAILABLE when that cannot be found out
 */
export async function loadVisibility(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly view: RealmView; readonly sees: Sees }> {
  const { role, userId } = caller;
  if (role !== roles.guest)
    return { view: await ctx.realms.current(caller.realm.id), sees: seesEverybody };
  const view = await settleVisibility(ctx, caller.realm.id, { guestId: userId });
  return { view, sees: visibleTo(view.visibilities, userId) };
}

/**
 * Loads what `loadVisibility` does, for callers who do not need the organization: reads nothing when the caller sees
 * everybody anyhow.
 */
export async function loadSees(ctx: Context, caller: Caller): Promise<Sees> {
  return caller.role === roles.guest ? (await loadVisibility(ctx, caller)).sees : seesEverybody;
}
