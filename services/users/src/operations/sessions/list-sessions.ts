import type { listSessions as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { oldestUse } from "../../policies/authentication/sessions.ts";
import { listSessionRows } from "../../queries/authentication/sessions.ts";

/** Lists where the caller is logged in with a browser. */
export async function listSessions(
  ctx: Context,
  { realm, sessionId, userId }: Caller,
): Promise<OutputOf<typeof contract>> {
  const rows = await listSessionRows(ctx.db, { realmId: realm.id, userId }, oldestUse(ctx.now()));
  const sessions = rows.map(({ address, client, createdAt, id, seenAt }) => ({
    id,
    client,
    address,
    created_at: seconds(createdAt),
    last_seen_at: seconds(seenAt),
    is_current: id === sessionId,
  }));
  return { sessions };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
