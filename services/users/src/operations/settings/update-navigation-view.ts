import type { updateNavigationView as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkViewName, existingView } from "../../policies/settings/navigation-views.ts";
import { findView, updateView } from "../../queries/settings/navigation-views.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Moves or renames a view. */
export async function updateNavigationView(
  ctx: Context,
  caller: Caller,
  { fragment, is_pinned: isPinned, name }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  if (name !== undefined) checkViewName(fragment, name);
  await changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    const before = existingView(await findView(tx, own, fragment));
    if (isPinned === undefined && name === undefined) return;
    const after = {
      fragment,
      isPinned: isPinned ?? before.isPinned,
      name: name ?? before.name,
    };
    if (!(await updateView(tx, own, after)))
      throw new AppError("BAD_REQUEST", "Navigation view already exists.");
    const data = { is_pinned: isPinned, name };
    tell({ type: "navigation_view", op: "update", fragment, data });
  });
  return {};
}
