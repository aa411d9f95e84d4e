import type { NarrowTerm } from "@team-chat/contract";

import type { Context } from "../context.ts";
import type { RealmWorld } from "../directories/realm-world.ts";
import { compileNarrow } from "../narrow/compile-narrow.ts";
import { listInaccessible } from "../policies/history.ts";
import type { Search } from "../queries/find-messages.ts";

/** The search for what of the actor's messages matches a narrow. @throws BAD_NARROW, BAD_REQUEST */
export async function searchFor(
  ctx: Context,
  world: RealmWorld,
  narrow: readonly NarrowTerm[],
): Promise<Search> {
  const compiled = await compileNarrow(narrow, { ...world, recipients: ctx.recipients });
  return {
    ...compiled,
    realmId: world.realmId,
    userId: world.actor.id,
    inaccessible: listInaccessible(world),
  };
}
