import { readHead } from "@team-chat/audit";
import { type AuditHead, auditHeadOperations } from "@team-chat/contract";
import { type HeldSnapshot, inHeldSnapshot } from "@team-chat/pg";

import type { Context } from "../../context.ts";

const self = { kind: "service", name: "messages" } as const;

/** Finds the newest entry of each part of the audit log as of a snapshot. */
export async function auditHeads(
  { db, peers }: Pick<Context, "db" | "peers">,
  realmId: number,
  { id: snapshot }: HeldSnapshot,
): Promise<Record<string, AuditHead>> {
  const asked = { realmId, snapshot };
  const { channels, users } = auditHeadOperations;
  return {
    users: await peers.users.call(users.head, self, asked, { realmId }),
    channels: await peers.channels.call(channels.head, self, asked, { realmId }),
    messages: await inHeldSnapshot(db, snapshot, (tx) => readHead(tx, realmId)),
  };
}
