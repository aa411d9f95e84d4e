import { type ClientState, type Row, rows } from "./state.ts";

/**
 * Tells whether the presence says that its user was active since the account was made: a user who ceases to share
 * presence is shown as gone for minutes. Null where the older form says idle instead, after some time without input
 * (docs/behaviour/presence.md#forms-of-presence).
 */
function isThere({ data }: ClientState, userId: number | undefined, presence: Row): boolean | null {
  const user = rows(data["realm_users"]).find(({ user_id: id }) => id === userId);
  // In whole minutes.
  const joined = Date.parse(String(user?.["date_joined"])) / 1000 - 1;
  const { active_timestamp: active, website } = presence;
  if (typeof active === "number") return active > joined;
  const { status, timestamp } = website as Row;
  return status === "active" ? Number(timestamp) > joined : null;
}

/** Presences of the initial data by user: the older form has them by API address. */
function presencesByUser({ data }: ClientState): ReadonlyMap<number, Row> {
  const presences = (data["presences"] ?? {}) as Readonly<Record<string, Row>>;
  const users = rows(data["realm_users"]);
  return new Map(
    users.flatMap(({ email, user_id: id }) => {
      const presence = presences[String(id)] ?? presences[String(email)];
      return presence ? [[Number(id), presence]] : [];
    }),
  );
}

/**
 * Returns the users who are present by the initial data; null when it was not asked for, or the organization shows
 * nobody's presence.
 */
export function presentAtFirst(state: ClientState): Set<number> | null {
  const { presences, realm_presence_disabled: isDisabled } = state.data;
  if (presences === undefined || isDisabled === true) return null;
  const all = [...presencesByUser(state)];
  return new Set(all.filter(([id, one]) => isThere(state, id, one) === true).map(([id]) => id));
}

/** Does with a presence event what clients do: somebody is back, or gone. */
export function seen(state: ClientState, event: Row): void {
  const announced = event["presences"] as Readonly<Record<string, Row>> | undefined;
  const entries = announced ?? { [String(event["user_id"])]: event["presence"] as Row };
  for (const [key, presence] of Object.entries(entries)) {
    if (isThere(state, Number(key), presence) === true) state.present?.add(Number(key));
    else state.present?.delete(Number(key));
  }
}

/** Lists the users who are present and have an account, ascending: deactivated users are not shown. */
export function presentNow(state: ClientState): readonly number[] | null {
  if (state.present === null || state.data["realm_presence_disabled"] === true) return null;
  const active = new Set(rows(state.data["realm_users"]).map(({ user_id: id }) => Number(id)));
  return [...(state.present ?? [])].filter((id) => active.has(id)).toSorted((a, b) => a - b);
}

/**
 * Lists the users who are present now, as far as `known` can know it: no event tells that somebody does nothing for a
 * while.
 */
export function presentAnnounced(fresh: ClientState, known: ClientState): readonly number[] | null {
  const idle = [...presencesByUser(fresh)].filter(([id, one]) => isThere(fresh, id, one) === null);
  const still = idle.map(([id]) => id).filter((id) => known.present?.has(id));
  return presentNow({ ...fresh, present: new Set([...(fresh.present ?? []), ...still]) });
}
