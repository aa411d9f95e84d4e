import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import type { Notice } from "../notices/notice.ts";
import type { RealmDirectories, RealmState } from "./realm-directories.ts";

/** A transaction that has the realm's lock, and directories that are exactly what the database says. */
export interface LockedRealm extends RealmState {
  readonly tx: Transaction;
  readonly emit: Emit;
  /** Notes what the notification bot says once the change is committed. */
  readonly say: (notice: Notice) => void;
  readonly realmId: number;
}

/** The same on behalf of somebody. */
export type RealmChange = LockedRealm & RealmDirectories;
