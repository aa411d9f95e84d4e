/** Times at which a user was last seen; milliseconds. */
export interface Seen {
  readonly activeAt: number;
  readonly connectedAt: number;
  readonly inputAt: number | null;
}

/** A client's report about its user. */
export interface Ping {
  readonly isActive: boolean;
  readonly hasInput: boolean;
  readonly at: number;
}

/** A user not active for this long is away (docs/behaviour/presence.md#presence-of-others). */
export const offlineAfterMs = 200_000;

/**
 * Closer reports than this say nothing new: clients report once a minute, and several clients of one user count as one.
 */
const minIntervalMs = 50_000;

/**
 * Returns the state after a report, or null when it says nothing new. `joinedAt` stands for never having been active.
 */
export function seenAfter(before: Seen | undefined, ping: Ping, joinedAt: number): Seen | null {
  const { isActive, hasInput, at } = ping;
  const known: Seen = before ?? { activeAt: joinedAt, connectedAt: joinedAt, inputAt: null };
  const isNew =
    before === undefined ||
    at - known.connectedAt > minIntervalMs ||
    (isActive && at - known.activeAt > minIntervalMs);
  if (!isNew) return null;
  return {
    activeAt: isActive ? Math.max(at, known.activeAt) : known.activeAt,
    connectedAt: Math.max(at, known.connectedAt),
    inputAt: hasInput ? at : known.inputAt,
  };
}

/** Tells whether others learn of it at once: the user was away and is back. */
export function isBack(before: Seen | undefined, after: Seen): boolean {
  return (
    after.activeAt === after.connectedAt &&
    (before === undefined || after.activeAt - before.activeAt > offlineAfterMs)
  );
}

/** Returns the later of two, each part by itself. */
export function latest(a: Seen, b: Seen): Seen {
  const inputs = [a.inputAt, b.inputAt].filter((time) => time !== null);
  return {
    activeAt: Math.max(a.activeAt, b.activeAt),
    connectedAt: Math.max(a.connectedAt, b.connectedAt),
    inputAt: inputs.length === 0 ? null : Math.max(...inputs),
  };
}
