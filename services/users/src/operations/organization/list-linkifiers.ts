import type { listLinkifiers as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentLinkifier } from "../../present/linkifier.ts";
import { listLinkifierRows } from "../../queries/organization/linkifiers.ts";

/** Lists the organization's linkifiers. */
export async function listLinkifiers(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const rows = await listLinkifierRows(ctx.db, caller.realm.id);
  return { linkifiers: rows.map(presentLinkifier) };
}
