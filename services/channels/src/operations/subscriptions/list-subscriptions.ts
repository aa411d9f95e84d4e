import type { InputOf, listSubscriptions as contract } from "@team-chat/contract";
import { RenderedFields } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { renderSubscriptionLists } from "../../present/subscription-lists.ts";
import { sections } from "../../register/sections.ts";
import { personalRows } from "../../register/sections/subscription.ts";
import { loadUsers } from "../../workflows/realm/load-directories.ts";

/** GET /users/me/subscriptions: the caller's own subscriptions. */
export async function listSubscriptions(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<RenderedFields> {
  const includeSubscribers =
    input.include_subscribers === "partial"
      ? { recent: await ctx.recentUsers.of(caller.realm.id) }
      : input.include_subscribers;
  const asked = await loadUsers(ctx, caller);
  const { moment, rowsOf } = await ctx.registers.of({
    realmId: caller.realm.id,
    userId: caller.userId,
    sections: [sections.subscription.user],
  });
  const directories = { ...asked, channels: moment.channels };
  const { subscriptions } = renderSubscriptionLists(directories, rowsOf(personalRows), {
    includeSubscribers,
    nullSettings: true,
    archived: false,
  });
  return new RenderedFields(`"subscriptions":${subscriptions}`);
}
