import type { expiringOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listExpiringRealms } from "../../queries/channels.ts";

type Contract = typeof expiringOperations.channels;

/** Lists the organizations that have channels whose own number of days decides when messages expire. */
export async function listExpiring(
  { db }: Context,
  _: Identity,
  { realmIds }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  return { realmIds: [...(await listExpiringRealms(db, realmIds))] };
}
