import type { deleteRealmIcon as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { changeIcon } from "../../workflows/organization/change-icon.ts";

/** Takes the organization's own picture away; without one nothing changes. */
export async function deleteRealmIcon(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  return { icon_url: await changeIcon(ctx, caller, null) };
}
