import type { erasePersonOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { deletePersonRows } from "@team-chat/pg";
import type { z } from "zod";

import type { OperationContext } from "../context.ts";

type Contract = typeof erasePersonOperations.webhooks;

/** Deletes what this service has of somebody (docs/erasure.md): where it pushes to, and what waits to be pushed. */
export async function erasePerson(
  { db }: OperationContext,
  _: Identity,
  { realmId, userId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const deleted = await db.transaction((tx) =>
    deletePersonRows(tx, { realmId, userId, except: [] }),
  );
  return { deleted, isDone: true };
}
