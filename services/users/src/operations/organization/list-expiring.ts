import type { expiringOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listExpiringRealms } from "../../queries/organization/realms.ts";

type Contract = typeof expiringOperations.users;

/** Lists the organizations that do not keep all messages by their own setting. */
export async function listExpiring(
  { db }: Context,
  _: Identity,
  { realmIds }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  return { realmIds: [...(await listExpiringRealms(db, realmIds))] };
}
