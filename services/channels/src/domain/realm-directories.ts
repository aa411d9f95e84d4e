import type { UserRecord } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

import type { RealmChannels } from "../values/realm-channels.ts";

/** Everything about a realm that deciding needs. */
export interface RealmState {
  readonly users: UserDirectory;
  readonly channels: RealmChannels;
}

/** The users and channels of a realm, with the user who asks. */
export interface RealmDirectories extends RealmState {
  readonly actor: UserRecord;
}

/** Finds the user who asks. */
export function actorOf({ userId }: Caller, users: UserDirectory): UserRecord {
  const actor = users.users.get(userId);
  if (!actor) throw new Error(`Users does not know user ${userId}, whom the gateway let in.`);
  return actor;
}
