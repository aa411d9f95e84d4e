import type { getThumbnailStatus as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadFile } from "../../workflows/files/load-file.ts";

/** Tells whoever may read a file whether it has thumbnails by now (docs/behaviour/uploads.md#thumbnails). */
export async function getThumbnailStatus(
  ctx: Context,
  caller: Caller,
  { realm_id_str: realmId, filename }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const { thumbnailState } = await loadFile(ctx, caller, `${realmId}/${filename}`);
  return { has_thumbnail: thumbnailState === "ready" };
}
