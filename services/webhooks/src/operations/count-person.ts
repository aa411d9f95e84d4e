import type { countPersonOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { countPersonRows } from "@team-chat/pg";
import type { z } from "zod";

import type { OperationContext } from "../context.ts";

type Contract = typeof countPersonOperations.webhooks;

/** Counts what is left here of somebody (docs/erasure.md#proof). */
export async function countPerson(
  { db }: OperationContext,
  _: Identity,
  { realmId, userId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  return { places: [...(await countPersonRows(db, { realmId, userId, except: [] }))] };
}
