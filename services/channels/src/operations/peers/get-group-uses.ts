import type { getGroupUses as contract, GroupSettingValue } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { lockRealm } from "@team-chat/outbox";
import type { z } from "zod";

import type { Context } from "../../context.ts";

/** Lists the channels that name a group in their permissions, and therefore keep it from being deactivated. */
export async function getGroupUses(
  ctx: Context,
  _: Identity,
  { realmId, groupId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  // Whoever has the lock may have claimed the group already (`claimGroups`), and is waited for.
  await ctx.db.transaction((tx) => lockRealm(tx, realmId));
  const { channels } = await ctx.channels.current(realmId);
  const using = [...channels.values()]
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, permissions }) => ({
      id,
      settings: Object.keys(permissions)
        .filter((name) => names(permissions[name], groupId))
        .toSorted(),
    }));
  return { channels: using.filter(({ settings }) => settings.length > 0) };
}

function names(value: GroupSettingValue | undefined, groupId: number): boolean {
  return typeof value === "object" ? value.direct_subgroups.includes(groupId) : value === groupId;
}
