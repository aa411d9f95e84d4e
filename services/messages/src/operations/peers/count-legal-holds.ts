import type { countLegalHolds as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { countHolds } from "../../queries/archive/legal-holds.ts";

/** Counts the legal holds that are on (docs/behaviour/moderation.md#legal-holds). */
export async function countLegalHolds(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return { count: await countHolds(db, realmId) };
}
