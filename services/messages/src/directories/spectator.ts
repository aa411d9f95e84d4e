import type { UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { admitsSpectators } from "@team-chat/policy";

import type { Context } from "../context.ts";
import { seesEverybody } from "../policies/visibility.ts";
import { loadRealm, type RealmView } from "./realm-view.ts";

/** Stands for everybody without an account: a guest who is in no channel and has received nothing. */
const spectator: UserRecord = {
  id: 0,
  email: "",
  deliveryEmail: "",
  fullName: "",
  role: 600,
  isActive: true,
  isBot: false,
  isSystemBot: false,
  botType: null,
  botOwnerId: null,
  dateJoined: 0,
  avatarUrl: "",
  defaultSendingChannelId: null,
  joinsDefaultChannels: true,
  avatarIsGravatar: false,
  emailVisibility: 4,
  settings: {},
  webhook: null,
};

/** Whether it is nobody in particular who reads. */
export function isSpectator({ id }: Pick<UserRecord, "id">): boolean {
  return id === spectator.id;
}

/**
 * Loads the realm for whoever reads, also without an account where that is allowed
 * (docs/behaviour/events.md#spectators). @throws UNAUTHORIZED, SERVICE_UNAVAILABLE
 */
export async function loadReaderRealm(
  ctx: Context,
  reader: Caller | Anonymous,
): Promise<RealmView> {
  if (reader.kind === "user") return loadRealm(ctx, reader);
  if (!ctx.webPublicStreams || reader.realm === null) throw notLoggedIn();
  const realmId = reader.realm.id;
  const [users, channels] = await Promise.all([
    ctx.users.current(realmId),
    ctx.channels.current(realmId),
  ]);
  const { webPublicStreams } = ctx;
  if (!admitsSpectators({ users, channels, webPublicStreams })) throw notLoggedIn();
  return { realmId, actor: spectator, users, channels, sees: seesEverybody };
}

/** The refusal of who would have to log in. */
export function notLoggedIn(): AppError {
  return new AppError("UNAUTHORIZED", "Not logged in: API authentication or user session required");
}
