import type { ChannelRow } from "./channel-row.ts";

/** Subscription of a user, present or past, with the version of its last change. */
export type MembershipTuple = readonly [
  channelId: number,
  userId: number,
  flags: number,
  version: number,
];

/**
 * Flags of a membership, added up; what is above them is the place of its colour in the palette from 1, 0 for any
 * other.
 */
export const membershipFlags = { subscribed: 1, muted: 2, color: 4 } as const;

/** Users that clients were last told of channels by. */
export interface AnnouncedChanges {
  /** Of the users service. */
  readonly version: number;
  readonly users: readonly (readonly [id: number, role: number, active: 0 | 1])[];
  readonly groups: readonly (readonly [id: number, members: number[], subgroups: number[]])[];
}

/** Everything of a realm's channels that changed after a version. */
export interface Changes {
  readonly version: number;
  readonly channels: readonly ChannelRow[];
  readonly memberships: readonly MembershipTuple[];
  readonly announced: AnnouncedChanges;
}

/** Changes after a version; the version alone when there are none. */
export type ChangesOrVersion = Changes | Pick<Changes, "version">;
