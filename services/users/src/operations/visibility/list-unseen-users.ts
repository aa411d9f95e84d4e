import type { listUnseenUsers as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { visibleTo } from "../../policies/visibility/visibility.ts";
import { settleVisibility } from "../../workflows/visibility/settle-visibility.ts";

/**
 * Lists those of the users whom somebody may not see; for another service, so users who do not exist count as unseen.
 */
export async function listUnseenUsers(
  ctx: Context,
  _: Identity,
  { realmId, viewerId, userIds }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const view = await settleVisibility(ctx, realmId, { guestId: viewerId });
  const sees = visibleTo(view.visibilities, viewerId);
  const unseen = userIds.filter((id) => {
    const user = view.accounts.get(id);
    return user === undefined || !sees(user);
  });
  return { userIds: unseen };
}
