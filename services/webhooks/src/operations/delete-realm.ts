import type { deleteRealmOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { deleteRealmRows } from "@team-chat/pg";
import type { z } from "zod";

import type { OperationContext } from "../context.ts";

type Contract = typeof deleteRealmOperations.webhooks;

/** Deletes some of what this service, which has no outbox, has of an organization (docs/hosting.md#deleting). */
export function deleteRealm(
  { db }: OperationContext,
  _: Identity,
  { realmId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  return deleteRealmRows(db, realmId);
}
