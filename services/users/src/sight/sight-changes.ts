import { isLimitable, limitsGuests } from "../policies/sight.ts";
import type { RealmView } from "../realms/realm-view.ts";
import type { ChannelMembers } from "./channel-members.ts";
import { IdSet } from "./id-set.ts";
import type { Sight } from "./sight.ts";

/** By guest, with whom each has direct conversations. */
export type Acquaintances = ReadonlyMap<number, readonly number[]>;

/** How a guest's sight differs from what clients were told. */
export interface SightChange {
  readonly sight: Sight;
  readonly gained: readonly number[];
  readonly lost: readonly number[];
}

/** Who has to be asked about, or told of, because a limit holds or held. */
export function limitedGuests(view: RealmView): readonly number[] {
  if (!limitsGuests(view.realm, view.systemGroups)) return [];
  return view.sorted.filter(isLimitable).map(({ userId }) => userId);
}

/** Those who are limited now and were told of everybody. */
export function newlyLimited(view: RealmView): readonly number[] {
  return limitedGuests(view).filter((id) => view.sights.get(id)?.limited !== true);
}

/** Active users who were told of some only, and may see everybody now. */
function releasedUsers({ sights, accounts }: RealmView, limited: ReadonlySet<number>): number[] {
  return [...sights.values()]
    .filter((sight) => sight.limited && !limited.has(sight.guestId))
    .map(({ guestId }) => guestId)
    .filter((id) => accounts.get(id)?.isActive === true);
}

/** Whether anybody's sight is limited, or was when clients were told last. */
export function concernsAnybody(view: RealmView): boolean {
  const limited = limitedGuests(view);
  return limited.length > 0 || releasedUsers(view, new Set(limited)).length > 0;
}

/** Where sight differs from what clients were told. Guests whose conversations are not known yet are left for the next time. */
export function sightChanges(
  view: RealmView,
  members: ChannelMembers,
  met: Acquaintances,
): SightChange[] {
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

function limitedChange(guestId: number, { view, members, met, humans }: Facts): SightChange[] {
  const row = view.sights.get(guestId);
  const told = row?.limited === true ? row : null;
  const asked = met.get(guestId);
  if (told === null && asked === undefined) return [];
  const acquainted = IdSet.of(asked ?? []);
  if (told !== null) acquainted.addAll(told.acquainted);
  const all = members.besides(guestId);
  all.addAll(acquainted);
  const seen = all.common(humans);
  seen.delete(guestId);
  const before = told?.seen ?? everybodyElse(humans, guestId);
  const gained = seen.without(before);
  const lost = before.without(seen);
  const isMet = acquainted.without(told?.acquainted ?? IdSet.of([])).length > 0;
  if (told !== null && gained.length === 0 && lost.length === 0 && !isMet) return [];
  return [{ sight: { guestId, limited: true, seen, acquainted }, gained, lost }];
}

function releasedChange(guestId: number, { sights }: RealmView, humans: IdSet): SightChange {
  const seen = sights.get(guestId)?.seen ?? IdSet.of([]);
  const gained = everybodyElse(humans, guestId).without(seen);
  const nobody = IdSet.of([]);
  return {
    sight: { guestId, limited: false, seen: nobody, acquainted: nobody },
    gained,
    lost: [],
  };
}

function everybodyElse(humans: IdSet, userId: number): IdSet {
  const others = humans.common(humans);
  others.delete(userId);
  return others;
}
