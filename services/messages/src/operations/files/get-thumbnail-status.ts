import type { getThumbnailStatus as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadFile } from "../../workflows/files/load-file.ts";

/**
 * GET /thumbnail/status/…: no file has a thumbnail (docs/subsystems/uploads.md), which is said to whoever may read it.
 */
export async function getThumbnailStatus(
  ctx: Context,
  caller: Caller,
  { realm_id_str: realmId, filename }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  await loadFile(ctx, caller, `${realmId}/${filename}`);
  return { has_thumbnail: false };
}
