import type { addNavigationView as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkViewName } from "../../policies/settings/navigation-views.ts";
import { presentView } from "../../present/navigation-view.ts";
import { countOwn } from "../../queries/accounts/counts.ts";
import { insertView } from "../../queries/settings/navigation-views.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Configures a built-in view or adds a custom one. */
export async function addNavigationView(
  ctx: Context,
  caller: Caller,
  { fragment, is_pinned: isPinned, name = null }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  checkViewName(fragment, name);
  await changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    checkRoom("navigationViewsOfUser", await countOwn(tx, own, "navigationViews"));
    const view = { fragment, isPinned, name };
    if (!(await insertView(tx, own, view)))
      throw new AppError("BAD_REQUEST", "Navigation view already exists.");
    tell({ type: "navigation_view", op: "add", navigation_view: presentView(view) });
  });
  return {};
}
