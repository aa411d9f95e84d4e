import { isDeepStrictEqual } from "node:util";

import { kindOf } from "./apply/apply-event.ts";
import { comparable } from "./comparable.ts";
import { applyAll, expected } from "./mirror.ts";
import { type ClientState, Misfit, numbers, type Row, rows } from "./state.ts";

/** State of a client, the events that it got, and the initial data of one that registers now. */
export interface Meeting {
  readonly before: ClientState;
  readonly events: readonly Row[];
  readonly fresh: ClientState;
}

/**
 * Tells whether the check holds: the events fit, and lead from the state to the initial data of a client that registers
 * now.
 */
export function holds({ before, events, fresh }: Meeting): boolean {
  try {
    const next = applyAll(before, events);
    return isDeepStrictEqual(comparable(next), expected(fresh, next));
  } catch (error) {
    if (error instanceof Misfit) return false;
    throw error;
  }
}

/**
 * Tells whether an event changes the client's state beyond the events before it, and no event after it says the same.
 */
export function matters({ before, events }: Meeting, index: number): boolean {
  if (isRepeated(events, index)) return false;
  const earlier = applyAll(before, events.slice(0, index));
  const later = applyAll(before, events.slice(0, index + 1));
  return !isDeepStrictEqual(comparable(earlier), comparable(later));
}

/**
 * Clients take who is deactivated out of all groups by themselves (docs/behaviour/users.md#deactivating-users), so that
 * the events of the groups say it again; a subscription ends with its channel for those who may not know that any more;
 * and one's own time zone is told as everybody's is.
 */
function isRepeated(events: readonly Row[], index: number): boolean {
  const event = events[index];
  switch (event && kindOf(event)) {
    case "user_group remove_members": {
      const people = events.map((one) => one["person"] as Row | undefined);
      return numbers(event?.["user_ids"]).every((id) =>
        people.some((person) => person?.["user_id"] === id && person["is_active"] === false),
      );
    }
    case "subscription remove": {
      const gone = new Set(events.slice(index + 1).flatMap((one) => numbers(one["stream_ids"])));
      return rows(event?.["subscriptions"]).every(({ stream_id: id }) => gone.has(Number(id)));
    }
    case "update_display_settings": {
      const name = String(event?.["setting_name"]);
      const people = events.slice(index + 1).map((one) => one["person"] as Row | undefined);
      return people.some((person) => person?.[name] === event?.["setting"]);
    }
    default: {
      return false;
    }
  }
}

export function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index);
}

export function swapped<T>(list: readonly T[], index: number): T[] {
  const [one, other] = [list[index], list[index + 1]];
  if (one === undefined || other === undefined) throw new RangeError("There is no such pair.");
  return list.toSpliced(index, 2, other, one);
}

/**
 * Tells whether a client that gets two neighbouring events in the other order ends in the same state. Most do, as they
 * are about different things or each says everything about one; the order of all others is held by the comparison.
 */
export function isNeutralSwap(meeting: Meeting, index: number): boolean {
  try {
    const inOrder = applyAll(meeting.before, meeting.events);
    const otherwise = applyAll(meeting.before, swapped(meeting.events, index));
    return isDeepStrictEqual(comparable(inOrder), comparable(otherwise));
  } catch (error) {
    if (error instanceof Misfit) return false;
    throw error;
  }
}
