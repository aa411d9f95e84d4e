import type { RealmView } from "../../domain/organization/realm-view.ts";
import type { ChannelMembers } from "../../domain/visibility/channel-members.ts";
import { isLimitable, limitsGuests } from "../../policies/visibility/visibility.ts";
import { IdSet } from "../../values/id-set.ts";
import type { GuestVisibility } from "../../values/visibility.ts";

/** By guest, with whom each has direct conversations. */
export type Acquaintances = ReadonlyMap<number, readonly number[]>;

/** Difference between a guest's visibility and what clients were told. */
export interface VisibilityChange {
  readonly visibility: GuestVisibility;
  readonly gained: readonly number[];
  readonly lost: readonly number[];
}

/** Lists the guests who have to be asked about, or told, because a limit holds or held. */
export function limitedGuests(view: RealmView): readonly number[] {
  if (!limitsGuests(view.realm, view.systemGroups)) return [];
  return view.sorted.filter(isLimitable).map(({ userId }) => userId);
}

/** Lists the guests who are limited now and were told of everybody. */
export function newlyLimited(view: RealmView): readonly number[] {
  return limitedGuests(view).filter((id) => view.visibilities.get(id)?.limited !== true);
}

/** Active users who were told of some only, and may see everybody now. */
function releasedUsers(
  { visibilities, accounts }: RealmView,
  limited: ReadonlySet<number>,
): number[] {
  return [...visibilities.values()]
    .filter((visibility) => visibility.limited && !limited.has(visibility.guestId))
    .map(({ guestId }) => guestId)
    .filter((id) => accounts.get(id)?.isActive === true);
}

/** Tells whether anybody's visibility is limited, or was when clients were told last. */
export function concernsAnybody(view: RealmView): boolean {
  const limited = limitedGuests(view);
  return limited.length > 0 || releasedUsers(view, new Set(limited)).length > 0;
}

/**
 * Finds the differences between visibility and what clients were told. Guests whose conversations are not loaded yet
 * are left for the next time.
 */
export function visibilityChanges(
  view: RealmView,
  members: ChannelMembers,
  met: Acquaintances,
): VisibilityChange[] {
  const humans = IdSet.of(view.sorted.filter(({ isBot }) => !isBot).map(({ userId }) => userId));
  const limited = limitedGuests(view);
  return [
    ...limited.flatMap((id) => limitedChange(id, { view, members, met, humans })),
    ...releasedUsers(view, new Set(limited)).map((id) => releasedChange(id, view, humans)),
  ];
}

interface Facts {
  readonly view: RealmView;
  readonly members: ChannelMembers;
  readonly met: Acquaintances;
  readonly humans: IdSet;
}

function limitedChange(guestId: number, { view, members, met, humans }: Facts): VisibilityChange[] {
  const row = view.visibilities.get(guestId);
  const last = row?.limited === true ? row : null;
  const asked = met.get(guestId);
  if (last === null && asked === undefined) return [];
  const acquainted = IdSet.of(asked ?? []);
  if (last !== null) acquainted.addAll(last.acquainted);
  const all = members.besides(guestId);
  all.addAll(acquainted);
  const seen = all.common(humans);
  seen.delete(guestId);
  const before = last?.seen ?? everybodyElse(humans, guestId);
  const gained = seen.without(before);
  const lost = before.without(seen);
  const isMet = acquainted.without(last?.acquainted ?? IdSet.of([])).length > 0;
  if (last !== null && gained.length === 0 && lost.length === 0 && !isMet) return [];
  return [{ visibility: { guestId, limited: true, seen, acquainted }, gained, lost }];
}

function releasedChange(
  guestId: number,
  { visibilities }: RealmView,
  humans: IdSet,
): VisibilityChange {
  const seen = visibilities.get(guestId)?.seen ?? IdSet.of([]);
  const gained = everybodyElse(humans, guestId).without(seen);
  const nobody = IdSet.of([]);
  return {
    visibility: { guestId, limited: false, seen: nobody, acquainted: nobody },
    gained,
    lost: [],
  };
}

function everybodyElse(humans: IdSet, userId: number): IdSet {
  const others = humans.common(humans);
  others.delete(userId);
  return others;
}
