import type { Context } from "../../context.ts";
import { changeLocked } from "./change-realm.ts";

/** Resolves when clients have been told of all users that this process knows of, at least of the version given. */
export async function settleUsers(ctx: Context, realmId: number, usersVersion = 0): Promise<void> {
  const [users, channels] = await Promise.all([
    ctx.users.atLeast(realmId, usersVersion),
    ctx.channels.current(realmId),
  ]);
  if (channels.announced.version <= users.version && !channels.announced.isBehind(users)) return;
  await changeLocked(ctx, { realmId, usersVersion: users.version }, () => Promise.resolve());
}
