import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

import type { Context } from "../../context.ts";
import type { AtSnapshot } from "../../domain/register-reads.ts";
import { settleUsers } from "./settle-users.ts";

/** Users change on and on; after so many tries the answer is given nevertheless. */
const maxTries = 5;

/**
 * Loads a snapshot of channels in which clients have been told of the users exactly as they are: what the answer says
 * nobody is told again. Use it before anything is awaited.
 */
export async function loadAnnouncedSnapshot(
  ctx: Context,
  { realm, userId }: Caller,
  users: UserDirectory,
): Promise<AtSnapshot> {
  const of = { realmId: realm.id, userId };
  for (let tries = 0; ; tries += 1) {
    const loaded = await ctx.registers.of(of);
    const { announced } = loaded.channels;
    const isAnnounced = announced.version <= users.version && !announced.isBehind(users);
    if (isAnnounced || tries >= maxTries) return loaded;
    await settleUsers(ctx, realm.id, Math.max(announced.version, users.version));
  }
}
