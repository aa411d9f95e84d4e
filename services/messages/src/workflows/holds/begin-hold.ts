import type { Transaction } from "@team-chat/pg";
import { checkRoom } from "@team-chat/policy";

import { isOn, type Hold } from "../../policies/archive/legal-holds.ts";
import { countHoldsOf, insertHold, lockHolds } from "../../queries/archive/legal-holds.ts";
import type { Holder } from "../../values/holder.ts";

interface Beginning {
  readonly hold: Hold;
  readonly by: Holder;
  readonly nowMs: number;
}

/** Begins a legal hold; returns its id. @throws BAD_REQUEST */
export async function beginHold(
  tx: Transaction,
  realmId: number,
  { by, hold, nowMs }: Beginning,
): Promise<number> {
  // Whatever empties the archive has ended then, or sees the hold.
  await lockHolds(tx, realmId, { alone: true });
  checkRoom("legalHolds", await countHoldsOf(tx, realmId, by));
  const id = await insertHold(tx, realmId, { ...hold, by, nowMs });
  if (id === null) throw isOn();
  return id;
}
