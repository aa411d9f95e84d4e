import { roles } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { type Sees, seesEverybody, sightOf } from "../policies/sight.ts";
import type { RealmView } from "../realms/realm-view.ts";
import { settleSight } from "../sight/settle-sight.ts";

/**
 * The caller's organization and whom in it the caller may see, after everything that was answered before, in any service.
 * @throws SERVICE_UNAVAILABLE when that cannot be found out
 */
export async function loadSight(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly view: RealmView; readonly sees: Sees }> {
  const { role, userId } = caller;
  if (role !== roles.guest)
    return { view: await ctx.realms.current(caller.realm.id), sees: seesEverybody };
  const view = await settleSight(ctx, caller.realm.id, { guestId: userId });
  return { view, sees: sightOf(view.sights, userId) };
}

/** As `loadSight`, for who does not need the organization: reads nothing when the caller sees everybody anyhow. */
export async function loadSees(ctx: Context, caller: Caller): Promise<Sees> {
  return caller.role === roles.guest ? (await loadSight(ctx, caller)).sees : seesEverybody;
}
