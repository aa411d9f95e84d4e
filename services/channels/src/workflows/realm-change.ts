import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import type { RealmDirectories, RealmState } from "../domain/realm-directories.ts";
import type { Changes } from "../values/changes.ts";
import type { Notice } from "../values/notice.ts";

/** A transaction that has the realm's lock, and directories that are exactly what the database says. */
export interface LockedRealm extends RealmState {
  readonly tx: Transaction;
  readonly emit: Emit;
  /** Notes what the notification bot says once the change is committed. */
  readonly say: (notice: Notice) => void;
  /**
   * Notes everything that was written under a version, the next after those of the directories, so that it need not be
   * read once it is committed. Whoever does not note it has it read.
   */
  readonly wrote: (changes: Omit<Changes, "announced">) => void;
  readonly realmId: number;
}

/** A locked realm with the user who makes the change. */
export type RealmChange = LockedRealm & RealmDirectories;
