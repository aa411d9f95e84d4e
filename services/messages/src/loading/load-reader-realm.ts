import type { Anonymous } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { admitsSpectators } from "@team-chat/policy";

import type { RealmView } from "../domain/directories/realm-view.ts";
import { spectator } from "../domain/directories/spectator.ts";
import { notLoggedIn } from "../policies/not-logged-in.ts";
import { seesEverybody } from "../policies/visibility.ts";
import { loadRealm, type RealmSources } from "./load-realm.ts";

/** Answers what is known of realms, for readers who may be without an account. */
interface ReaderSources extends RealmSources {
  /** True if the installation has channels that need no account to read. */
  readonly webPublicStreams: boolean;
}

/**
 * Loads the realm for whoever reads, also without an account where that is allowed
 * (docs/behaviour/events.md#spectators). @throws UNAUTHORIZED, SERVICE_UNAVAILABLE
 */
export async function loadReaderRealm(
  ctx: ReaderSources,
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
