import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import type { RealmDirectories, RealmState } from "./realm-directories.ts";

/** A transaction that has the realm's lock, and directories that are exactly what the database says. */
export interface LockedRealm extends RealmState {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly realmId: number;
}

/** The same on behalf of somebody. */
export type RealmChange = LockedRealm & RealmDirectories;
