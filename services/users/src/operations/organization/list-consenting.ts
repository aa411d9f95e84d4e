import type { listConsenting as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { inHeldSnapshot } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listConsentingUsers } from "../../queries/organization/consents.ts";

/** Lists whose private data an export with consent has. */
export async function listConsenting(
  { db }: Context,
  _: Identity,
  { realmId, snapshot }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  const userIds = await inHeldSnapshot(db, snapshot, (tx) => listConsentingUsers(tx, realmId));
  return { userIds: [...userIds] };
}
