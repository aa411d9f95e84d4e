import { postNotice } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { findAccount, listHumansAmong } from "../../queries/accounts/accounts.ts";
import type { ChangedParts } from "./change-group-parts.ts";

interface Moved extends ChangedParts {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/**
 * Tells people that somebody else put them into a group or took them out of it. The change itself is done already: a
 * failure is only logged, and people see the group's members all the same.
 */
export async function notifyMembers(ctx: Context, caller: Caller, moved: Moved): Promise<void> {
  const realmId = caller.realm.id;
  const actor = await findAccount(ctx.db, realmId, caller.userId);
  const name = `@_**${actor?.fullName ?? ""}|${caller.userId}**`;
  const notices = [
    { ids: moved.added, content: `${name} added you to the group @_*${moved.group.name}*.` },
    { ids: moved.removed, content: `${name} removed you from the group @_*${moved.group.name}*.` },
  ];
  for (const [index, { ids, content }] of notices.entries()) {
    const others = ids.filter((id) => id !== caller.userId);
    const userIds = [...(await listHumansAmong(ctx.db, realmId, others))];
    if (userIds.length === 0) continue;
    const to = { kind: "users" as const, userIds };
    const key = `group-${moved.group.id}-${moved.version}-${index}`;
    await ctx.messages
      .call(postNotice, service, { realmId, to, content, key }, { realmId })
      .catch(ctx.onError);
  }
}

const service = { kind: "service", name: "users" } as const;
