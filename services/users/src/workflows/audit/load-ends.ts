import { listHeads } from "@team-chat/audit";
import { auditOperationsOf, type AuditService, auditServices } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import { type AuditPositions, auditStart } from "../../values/audit-positions.ts";

const self = { kind: "service", name: "users" } as const;

/**
 * Loads the place behind the newest entry of each of these organizations, at most `auditHeadsAtOnce`.
 * @throws SERVICE_UNAVAILABLE when a service does not answer
 */
export async function loadEnds(
  ctx: Context,
  realmIds: readonly number[],
): Promise<(realmId: number) => AuditPositions> {
  const ends = new Map<number, AuditPositions>();
  const answers = await Promise.all(
    auditServices.map(async (service) => ({
      service,
      heads: await headsOf(ctx, service, realmIds),
    })),
  );
  for (const { heads, service } of answers)
    for (const { position, realmId } of heads)
      ends.set(realmId, { ...(ends.get(realmId) ?? auditStart), [service]: position });
  return (realmId) => ends.get(realmId) ?? auditStart;
}

async function headsOf(
  { channels, db, messages }: Context,
  service: AuditService,
  realmIds: readonly number[],
): ReturnType<typeof listHeads> {
  if (service === "users") return listHeads(db, realmIds);
  const client = service === "channels" ? channels : messages;
  const { heads } = auditOperationsOf[service];
  const [realmId = 0] = realmIds;
  return (await client.call(heads, self, { realmIds: [...realmIds] }, { realmId })).heads;
}
