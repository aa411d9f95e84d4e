import { listDirectPartners } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/organization/realm-view.ts";
import { changeRealm } from "../change-realm.ts";
import { announceVisibility } from "./announce-visibility.ts";
import {
  type Acquaintances,
  concernsAnybody,
  limitedGuests,
  newlyLimited,
  visibilityChanges,
} from "./visibility-changes.ts";

const self = { kind: "service", name: "users" } as const;

/** Subscriptions change on and on; after so many tries the answer is given nevertheless. */
const maxTries = 5;

/** Facts that the caller knows, or needs to know. */
interface SettleHints {
  /** Guest whose direct conversations are to be asked for as well. */
  readonly guestId?: number;
  /** Current direct conversations by user. */
  readonly met?: Acquaintances;
}

/**
 * Tells guests whom they see by now and whom no longer, where the organization limits that (docs/subsystems/users.md,
 * Guests' visibility). Costs one look at a version where it does not.
 * @returns the organization, in which clients have been told of all that was answered before the call
 * @throws SERVICE_UNAVAILABLE when channels or messages cannot be asked
 */
export async function settleVisibility(
  ctx: Context,
  realmId: number,
  hints: SettleHints = {},
): Promise<RealmView> {
  let met: Acquaintances | undefined;
  for (let tries = 0; ; tries += 1) {
    const view = await ctx.realms.current(realmId);
    if (!concernsAnybody(view) || tries >= maxTries) return view;
    met ??= await loadAcquaintances(ctx, view, hints);
    const members = await ctx.members.current(realmId);
    if (visibilityChanges(view, members, met).length === 0) return view;
    const known = met;
    const presence = await ctx.presence.of(realmId);
    // What is current under the lock decides; what changed meanwhile the next look finds.
    await changeRealm(ctx, view.realm, async ({ tx, begin }) => {
      const locked = await ctx.realms.at(tx, realmId);
      const changes = visibilityChanges(locked, members, known);
      if (changes.length > 0)
        await announceVisibility(await begin({}), { view: locked, presence }, changes);
    });
  }
}

async function loadAcquaintances(
  ctx: Context,
  view: RealmView,
  { guestId, met = new Map() }: SettleHints,
): Promise<Acquaintances> {
  const asked = new Set(newlyLimited(view));
  if (guestId !== undefined && limitedGuests(view).includes(guestId)) asked.add(guestId);
  if (asked.size === 0) return met;
  const realmId = view.realm.id;
  const input = { realmId, userIds: [...asked] };
  const { partners } = await ctx.messages.call(listDirectPartners, self, input, { realmId });
  const all = new Map<number, readonly number[]>([...asked].map((id) => [id, []]));
  for (const { userId, partnerIds } of partners) all.set(userId, partnerIds);
  for (const [id, others] of met) all.set(id, [...(all.get(id) ?? []), ...others]);
  return all;
}
