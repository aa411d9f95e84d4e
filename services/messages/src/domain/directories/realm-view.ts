import type { UserRecord } from "@team-chat/contract";

import type { Sees } from "../../values/visibility.ts";
import type { RealmState } from "./realm-state.ts";

/** Adds to a realm's state the user who asks, and whom they may see. */
export interface RealmView extends RealmState {
  readonly actor: UserRecord;
  readonly sees: Sees;
}
