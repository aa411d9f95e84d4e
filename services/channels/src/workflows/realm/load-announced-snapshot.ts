import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";
import type { RegisterAsk, RegisterRead } from "@team-chat/register";

import type { Context } from "../../context.ts";
import type { ChannelsAt } from "../../register/memory.ts";
import type { RealmChannels } from "../../values/realm-channels.ts";
import { settleUsers } from "./change-realm.ts";

/** Users change on and on; after so many tries the answer is given nevertheless. */
const maxTries = 5;

interface Wanted extends Pick<RegisterAsk<RealmChannels>, "sections"> {
  readonly users: UserDirectory;
}

/**
 * Reads for a registration at a moment when clients have been told of the users exactly as they are: what the answer
 * says nobody is told again. Use it before anything is awaited.
 */
export async function loadAnnouncedSnapshot(
  ctx: Context,
  { realm, userId }: Caller,
  { sections, users }: Wanted,
): Promise<RegisterRead<ChannelsAt>> {
  for (let tries = 0; ; tries += 1) {
    const read = await ctx.registers.of({ realmId: realm.id, userId, sections });
    const { announced } = read.moment.channels;
    const isAnnounced = announced.version <= users.version && !announced.isBehind(users);
    if (isAnnounced || tries >= maxTries) return read;
    await settleUsers(ctx, realm.id, Math.max(announced.version, users.version));
  }
}
