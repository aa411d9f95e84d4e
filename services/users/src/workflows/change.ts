import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";

import type { Plans } from "../policies/organization/plans.ts";
import type { Versions } from "../queries/organization/versions.ts";
import type { GuestVisibilities } from "../values/visibility.ts";

/** A transaction that changes a realm, with its lock taken and its versions handed out. */
export interface Change {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly plans: Plans;
  readonly realmId: number;
  /** Domain of the realm's API addresses. */
  readonly hostname: string;
  readonly versions: Versions;
  /** Time at which it began; milliseconds since 1970. */
  readonly nowMs: number;
  /** Users whom guests were told to see. */
  readonly visibilities: GuestVisibilities;
}
