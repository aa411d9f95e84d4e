import type { getMessageUsage as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { findStoredBytes } from "../../queries/files/stored-bytes.ts";
import { listUsageDays } from "../../queries/usage-days.ts";

/** Says what an organization used of this service, for bills and for limits (docs/hosting.md#quotas). */
export async function getMessageUsage(
  { db }: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const [storedBytes, days] = await Promise.all([
    findStoredBytes(db, input.realmId),
    listUsageDays(db, input),
  ]);
  return { storedBytes, days: [...days] };
}
