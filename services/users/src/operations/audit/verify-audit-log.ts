import { verifyEntries } from "@team-chat/audit";
import {
  auditOperationsOf,
  type AuditService,
  auditServices,
  type AuditVerification,
  type OutputOf,
  type verifyAuditLog as contract,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";

const self = { kind: "service", name: "users" } as const;

/** Checks that the audit log is whole (docs/behaviour/audit.md#verification). */
export async function verifyAuditLog(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  checkAdministrator(await loadAccount(ctx.db, realmId, caller.userId));
  const chains = await Promise.all(
    auditServices.map(async (service) => ({ service, ...(await verify(ctx, service, realmId)) })),
  );
  return { chains };
}

function verify(
  { channels, db, messages }: Context,
  service: AuditService,
  realmId: number,
): Promise<AuditVerification> {
  if (service === "users") return verifyEntries(db, realmId);
  const client = service === "channels" ? channels : messages;
  return client.call(auditOperationsOf[service].verify, self, { realmId }, { realmId });
}
