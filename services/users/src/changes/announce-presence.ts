import type { Audience } from "@team-chat/contract";
import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import { apiEmail } from "../policies/api-email.ts";
import { toRow } from "../presence/presence-book.ts";
import { offlineAfterMs, type Seen } from "../presence/seen.ts";
import { presentLegacy, presentSlim } from "../present/presence.ts";
import { completeSettings } from "../present/realm-values.ts";
import type { Account } from "../queries/accounts.ts";
import { upsertPresences } from "../queries/presences.ts";
import { loadRealm } from "../queries/realms.ts";
import type { Sights } from "../sight/sight.ts";
import { everybodySeeing } from "./everybody-seeing.ts";

interface Open {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly realmId: number;
  readonly hostname: string;
  readonly sights: Sights;
}

interface Announcement {
  readonly user: Account;
  readonly seen: Seen;
  /** Also when it was seen later than that. */
  readonly backwards?: boolean;
}

/** Writes when a user was seen and tells everybody who sees the user, unless the organization shows nobody's presence. */
export async function announcePresence(
  { tx, emit, realmId, hostname, sights }: Open,
  { user, seen, backwards = false }: Announcement,
): Promise<void> {
  await upsertPresences(tx, realmId, { rows: [toRow([user.userId, seen])], backwards });
  const { settings } = await loadRealm(tx, realmId);
  if (completeSettings(settings).presence_disabled) return;
  emitPresence({ emit, hostname }, { user, seen }, everybodySeeing(sights, user));
}

/** Tells some when a user was seen. Whether the organization shows presence is for the caller to know. */
export function emitPresence(
  { emit, hostname }: Pick<Open, "emit" | "hostname">,
  { user, seen }: Pick<Announcement, "user" | "seen">,
  audience: Audience,
): void {
  emit({
    audience,
    event: {
      type: "presence",
      user_id: user.userId,
      email: apiEmail(user, hostname),
      server_timestamp: Date.now() / 1000,
      presence: { website: presentLegacy(seen).website },
    },
    internal: { ...presentSlim(seen) },
  });
}

const aBitMs = 120_000;

/**
 * What others see of a user who begins or ceases to share presence with them: there now, or gone a while ago
 * (docs/behaviour/presence.md#presence-switched-off).
 */
export function seenWhenSharing(isShared: boolean): Seen {
  const at = isShared ? Date.now() : Date.now() - offlineAfterMs - aBitMs;
  return { activeAt: at, connectedAt: at, inputAt: null };
}
