import type { countPersonOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { countPersonRows } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { stayingTables } from "../../queries/person-rows.ts";
import { listSubscribedTo } from "../../queries/subscriptions.ts";

type Contract = typeof countPersonOperations.channels;

/** Counts what is left here of somebody (docs/erasure.md#proof). */
export async function countPerson(
  { db }: Context,
  _: Identity,
  { realmId, userId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const rows = await countPersonRows(db, { realmId, userId, except: stayingTables });
  const { length: count } = await listSubscribedTo(db, realmId, userId);
  return { places: [...rows, { place: "subscription, active", count }] };
}
