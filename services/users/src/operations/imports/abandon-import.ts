import type { abandonImport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { lockedTransaction } from "@team-chat/outbox";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { deleteImportingRealm } from "../../queries/imports/importing-realms.ts";
import { insertDeletion } from "../../queries/organization/deletions.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

/** Has an organization deleted at once that was not taken in as a whole; any other stays. */
export async function abandonImport(
  ctx: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  await lockedTransaction(ctx.outbox, realmId, async (tx) => {
    if (!(await deleteImportingRealm(tx, realmId))) return;
    const { subdomain } = await loadRealm(tx, realmId);
    const nowMs = ctx.now();
    await insertDeletion(tx, { realmId, subdomain, nowMs, dueMs: nowMs });
  });
  return {};
}
