import type { RealmState } from "../../domain/realm-directories.ts";
import { MembershipsAfter, type UsersByChannel } from "../../values/memberships-after.ts";
import type { After } from "./emit-muted-topics.ts";

/** Derives what everybody sees once users have joined or left channels. */
export function afterMoves(
  { users, channels }: RealmState,
  moves: { readonly added?: UsersByChannel; readonly removed?: UsersByChannel },
): After {
  return {
    directories: { users, channels: new MembershipsAfter(channels, moves) },
    channelOf: (id) => channels.channels.get(id),
  };
}
