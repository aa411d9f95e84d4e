import type { InputOf, streamAuditLog as contract } from "@team-chat/contract";
import { LinesAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { auditStart, beyondEnd, placeOf } from "../../values/audit-positions.ts";
import { readOn } from "../../workflows/audit/read-on.ts";

/** Lists entries behind a place, for a program that goes on where it stopped (docs/behaviour/audit.md#reading-on). */
export async function streamAuditLog(
  ctx: Context,
  caller: Caller,
  { cursor, limit }: InputOf<typeof contract>,
): Promise<LinesAnswer> {
  const realmId = caller.realm.id;
  checkAdministrator(await loadAccount(ctx.db, realmId, caller.userId));
  const place = cursor === undefined ? auditStart : placeOf(realmId, cursor);
  const { beyond, lines } = await readOn(ctx, { realmId, place, limit });
  if (beyond.length > 0) throw beyondEnd();
  return new LinesAnswer(lines);
}
