import type { deleteNavigationView as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { changeOwn } from "../changes/change-own.ts";
import type { Context } from "../context.ts";
import { existingView } from "../policies/navigation-views.ts";
import { deleteView } from "../queries/navigation-views.ts";

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
