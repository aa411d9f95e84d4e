import type { UserDirectory } from "@team-chat/projection";

import type { RealmChannels } from "./realm-channels.ts";

/** Holds what other services own of a realm and deciding needs. */
export interface RealmState {
  readonly realmId: number;
  readonly users: UserDirectory;
  readonly channels: RealmChannels;
}
