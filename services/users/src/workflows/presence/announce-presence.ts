import type { Audience } from "@team-chat/contract";
import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import { toRow } from "../../domain/presence/presence-book.ts";
import { offlineAfterMs, type Seen } from "../../domain/presence/seen.ts";
import { apiEmail } from "../../policies/accounts/api-email.ts";
import { presentLegacy, presentSlim } from "../../present/presence.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { upsertPresences } from "../../queries/presence/presences.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import type { GuestVisibilities } from "../../values/visibility.ts";
import { everybodySeeing } from "../events/everybody-seeing.ts";

interface Open {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly realmId: number;
  readonly hostname: string;
  readonly visibilities: GuestVisibilities;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

interface Announcement {
  readonly user: Account;
  readonly seen: Seen;
  /** Also when it was seen later than that. */
  readonly backwards?: boolean;
}

/**
 * Writes when a user was seen and tells everybody who sees the user, unless the organization shows nobody's presence.
 */
export async function announcePresence(
  { tx, emit, realmId, hostname, visibilities, nowMs }: Open,
  { user, seen, backwards = false }: Announcement,
): Promise<void> {
  await upsertPresences(tx, realmId, { rows: [toRow([user.userId, seen])], backwards });
  const { settings } = await loadRealm(tx, realmId);
  if (completeSettings(settings).presence_disabled) return;
  emitPresence({ emit, hostname, nowMs }, { user, seen }, everybodySeeing(visibilities, user));
}

/** Tells some when a user was seen. Whether the organization shows presence is for the caller to know. */
export function emitPresence(
  { emit, hostname, nowMs }: Pick<Open, "emit" | "hostname" | "nowMs">,
  { user, seen }: Pick<Announcement, "user" | "seen">,
  audience: Audience,
): void {
  emit({
    audience,
    event: {
      type: "presence",
      user_id: user.userId,
      email: apiEmail(user, hostname),
      server_timestamp: nowMs / 1000,
      presence: { website: presentLegacy(seen).website },
    },
    internal: { ...presentSlim(seen) },
  });
}

const aBitMs = 120_000;

/**
 * Returns the presence that others see of a user who begins or ceases to share it with them: there now, or gone a while
 * ago (docs/behaviour/presence.md#presence-switched-off).
 */
export function seenWhenSharing(isShared: boolean, nowMs: number): Seen {
  const at = isShared ? nowMs : nowMs - offlineAfterMs - aBitMs;
  return { activeAt: at, connectedAt: at, inputAt: null };
}
