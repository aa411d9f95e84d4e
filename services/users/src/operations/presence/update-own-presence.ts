import type { InputOf, OutputOf, updateOwnPresence as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/organization/realm-view.ts";
import type { RealmPresence } from "../../domain/presence/realm-presence.ts";
import { isBack, seenAfter } from "../../domain/presence/seen.ts";
import { presentPresences } from "../../present/presences.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { announcePresence } from "../../workflows/presence/announce-presence.ts";
import { loadVisibility } from "../../workflows/visibility/load-visibility.ts";

type Input = InputOf<typeof contract>;

/**
 * In larger organizations people who come back are not announced to everybody, which grows with the square of their
 * number; clients ask once a minute.
 */
const announcedUpTo = 500;

/** Records that the caller is there, unless the caller does not share it, and answers who else is. */
export async function updateOwnPresence(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const { view, sees } = await loadVisibility(ctx, caller);
  const presence = await ctx.presence.of(caller.realm.id);
  const own = view.accounts.get(caller.userId);
  const isShared = own !== undefined && own.settings["presence_enabled"] !== false;
  if (isShared) await report(ctx, { caller, view, presence, own, input });
  if (input.ping_only) return {};
  const hostname = ctx.sites.hostnameOf(caller.realm.subdomain);
  return presentPresences(
    { view, presence, hostname, sees, nowMs: ctx.now() },
    {
      isSlim: input.slim_presence || input.last_update_id !== undefined,
      since: input.last_update_id ?? -1,
      historyDays: input.history_limit_days,
    },
  );
}

interface Report {
  readonly caller: Caller;
  readonly view: RealmView;
  readonly presence: RealmPresence;
  readonly own: Account;
  readonly input: Input;
}

async function report(ctx: Context, { caller, view, presence, own, input }: Report): Promise<void> {
  const before = presence.find(own.userId);
  const nowMs = ctx.now();
  const ping = {
    isActive: input.status === "active",
    hasInput: input.new_user_input,
    at: nowMs,
  };
  const seen = seenAfter(before, ping, own.joinedAt.getTime());
  if (seen === null) return;
  presence.put(own.userId, seen);
  if (!isBack(before, seen) || !isAnnounced(view)) return;
  const { id: realmId, subdomain } = caller.realm;
  const hostname = ctx.sites.hostnameOf(subdomain);
  await ctx.outbox.transaction(realmId, (tx, emit) =>
    announcePresence(
      { tx, emit, realmId, hostname, visibilities: view.visibilities, nowMs },
      { user: own, seen },
    ),
  );
}

function isAnnounced({ realm, sorted }: RealmView): boolean {
  if (completeSettings(realm.settings).presence_disabled) return false;
  return (
    sorted.length <= announcedUpTo ||
    sorted.filter(({ isActive, isBot }) => isActive && !isBot).length <= announcedUpTo
  );
}
