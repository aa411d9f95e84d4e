import { authored } from "@team-chat/audit";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { type Holder, keyOf } from "../../values/holder.ts";
import type { NoteAnswer } from "../carry-out-once.ts";

/** Resources of a change. */
export interface HoldChanging<T> extends Pick<Context, "db" | "now"> {
  /** Keeps what came of it for whoever asks for it once more. */
  readonly note?: NoteAnswer<T>;
}

/**
 * Changes legal holds or their exports in a transaction of which the audit log says who did it; null for the server
 * itself. Nobody is told.
 */
export function changeHolds<T>(
  { db, note }: Omit<HoldChanging<T>, "now">,
  by: Holder | null,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const operator = by === null ? null : keyOf(by);
  const work = async (tx: Transaction) => {
    const changed = await change(tx);
    await note?.(tx, changed);
    return changed;
  };
  return authored(db, work, operator === null ? {} : { operator });
}
