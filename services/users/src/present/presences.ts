import type { RealmView } from "../domain/organization/realm-view.ts";
import type { RealmPresence } from "../domain/presence/realm-presence.ts";
import { apiEmail } from "../policies/accounts/api-email.ts";
import type { Sees } from "../policies/visibility/visibility.ts";
import { completeSettings } from "../values/realm-settings.ts";
import { type LegacyPresence, presentLegacy, presentSlim, type SlimPresence } from "./presence.ts";

const dayMs = 86_400_000;

interface Parts {
  readonly view: RealmView;
  readonly presence: RealmPresence;
  readonly hostname: string;
  readonly sees: Sees;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** Choice of users and of the form in which their presence is written. */
export interface PresenceForm {
  readonly isSlim: boolean;
  /** Only what is newer; -1 for all of the last days. */
  readonly since: number;
  readonly historyDays: number;
}

interface Presences {
  presences: Record<string, SlimPresence | LegacyPresence>;
  presence_last_update_id: number;
  server_timestamp: number;
}

/**
 * Presents the presence of everybody who is seen; nobody's where the organization shows none. Deactivated users are
 * left out.
 */
export function presentPresences(
  { view, presence, hostname, sees, nowMs }: Parts,
  { isSlim, since, historyDays }: PresenceForm,
): Presences {
  const server_timestamp = nowMs / 1000;
  if (completeSettings(view.realm.settings).presence_disabled)
    return { presences: {}, presence_last_update_id: -1, server_timestamp };
  const earliest = since >= 0 ? 0 : nowMs - historyDays * dayMs;
  const presences: Record<string, SlimPresence | LegacyPresence> = {};
  for (const [userId, seen] of presence.since(since)) {
    const account = view.accounts.get(userId);
    if (account?.isActive !== true || seen.connectedAt < earliest || !sees(account)) continue;
    if (isSlim) presences[userId] = presentSlim(seen);
    else presences[apiEmail(account, hostname)] = presentLegacy(seen);
  }
  return { presences, presence_last_update_id: presence.lastUpdateId, server_timestamp };
}
