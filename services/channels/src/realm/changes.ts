import type { ChannelRow } from "./channel-row.ts";

/** Who is or was subscribed, and the version of the change that made it so. */
export type MembershipTuple = readonly [
  channelId: number,
  userId: number,
  flags: number,
  version: number,
];

/** Flags of a membership, added up. */
export const membershipFlags = { subscribed: 1, muted: 2 } as const;

/** Everything of a realm's channels that changed after a version. */
export interface Changes {
  readonly version: number;
  readonly channels: readonly ChannelRow[];
  readonly memberships: readonly MembershipTuple[];
}
