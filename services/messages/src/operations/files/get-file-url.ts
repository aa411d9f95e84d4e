import type { getFileUrl as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadFile } from "../../workflows/files/load-file.ts";

/** Makes an address at which anybody finds the file for a minute (docs/behaviour/uploads.md#fetching-files). */
export async function getFileUrl(
  ctx: Context,
  caller: Caller,
  { realm_id_str: realmId, filename }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const file = await loadFile(ctx, caller, `${realmId}/${filename}`);
  const token = ctx.fileTokens.sign([file.pathId, caller.userId], ctx.now());
  return { url: `/user_uploads/temporary/${token}/${encodeURIComponent(file.name)}` };
}
