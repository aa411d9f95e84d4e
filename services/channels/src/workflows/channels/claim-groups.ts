import type { GroupSettingValue } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import type { LockedRealm } from "../realm-change.ts";

/**
 * Keeps the groups of permissions that are about to be written from being deactivated before this transaction ends
 * (docs/subsystems/users.md, Groups). System groups never are; without others this costs nothing. Needs the realm's
 * lock, so that who deactivates a group waits for what is written.
 * @throws BAD_REQUEST when one of them was deactivated meanwhile (docs/behaviour/groups.md#group-settings)
 */
export async function claimGroupsOf(
  ctx: Pick<Context, "claimGroups">,
  { realmId, users }: Pick<LockedRealm, "realmId" | "users">,
  permissions: Readonly<Record<string, GroupSettingValue>>,
): Promise<void> {
  const named = Object.values(permissions).flatMap((value) =>
    typeof value === "number" ? [value] : value.direct_subgroups,
  );
  const groupIds = [...new Set(named)].filter((id) => users.groups.get(id)?.isSystem !== true);
  if (groupIds.length > 0 && !(await ctx.claimGroups({ realmId, groupIds })))
    throw new AppError("BAD_REQUEST", "User group is deactivated.");
}
