import type { UserRecord } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

import type { Context } from "../context.ts";
import type { RealmChannels } from "./realm-channels.ts";

/** Everything about a realm that deciding needs, and who asks. */
export interface RealmDirectories {
  readonly actor: UserRecord;
  readonly users: UserDirectory;
  readonly channels: RealmChannels;
}

/** The realm's users and channels, including everything that was answered before this call. */
export async function loadDirectories(ctx: Context, caller: Caller): Promise<RealmDirectories> {
  const [asked, channels] = await Promise.all([
    loadUsers(ctx, caller),
    ctx.channels.current(caller.realm.id),
  ]);
  return { ...asked, channels };
}

/** Only the users, for operations that read channels in their own way. */
export async function loadUsers(
  ctx: Context,
  caller: Caller,
): Promise<Pick<RealmDirectories, "actor" | "users">> {
  const users = await ctx.users.atLeast(caller.realm.id, caller.usersVersion);
  const actor = users.users.get(caller.userId);
  if (!actor)
    throw new Error(`Users does not know user ${caller.userId}, whom the gateway let in.`);
  return { actor, users };
}
