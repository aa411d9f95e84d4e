import type { UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import type { RealmDirectories } from "../../domain/realm-directories.ts";

/**
 * Loads the active user whose subscriptions are asked for. Somebody whom the caller may not see is refused as nobody.
 * @throws BAD_REQUEST
 */
export async function loadVisibleUser(
  ctx: Context,
  { actor, users }: RealmDirectories,
  asked: { readonly realmId: number; readonly userId: number },
): Promise<UserRecord> {
  const { realmId, userId } = asked;
  const user = users.users.get(userId);
  const unseen = await ctx.unseen({ realmId, viewer: actor, userIds: [userId] });
  if (!user || unseen.size > 0) throw new AppError("BAD_REQUEST", "No such user");
  if (!user.isActive) throw new AppError("BAD_REQUEST", "User is deactivated");
  return user;
}
