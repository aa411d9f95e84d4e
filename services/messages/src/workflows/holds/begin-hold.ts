import type { Transaction } from "@team-chat/pg";
import { checkRoom } from "@team-chat/policy";

import { type Hold, isClosed, isOn } from "../../policies/archive/legal-holds.ts";
import {
  countHoldsOf,
  insertHold,
  isClosing,
  lockHolds,
} from "../../queries/archive/legal-holds.ts";
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
  // Whatever empties the archive, or deletes the organization, has ended or begun then, or sees the hold.
  await lockHolds(tx, realmId, { alone: true });
  if (await isClosing(tx, realmId)) throw isClosed();
  checkRoom("legalHolds", await countHoldsOf(tx, realmId, by));
  const id = await insertHold(tx, realmId, { ...hold, by, nowMs });
  if (id === null) throw isOn();
  return id;
}
