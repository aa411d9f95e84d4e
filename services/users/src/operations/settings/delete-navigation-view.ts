import type { deleteNavigationView as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { existingView } from "../../policies/settings/navigation-views.ts";
import { deleteView } from "../../queries/settings/navigation-views.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Forgets how the caller configured a view. */
export async function deleteNavigationView(
  ctx: Context,
  caller: Caller,
  { fragment }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  await changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    existingView((await deleteView(tx, own, fragment)) || null);
    tell({ type: "navigation_view", op: "remove", fragment });
  });
  return {};
}
