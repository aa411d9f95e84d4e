import type { Context } from "../context.ts";
import type { GatedTransaction } from "../sending/gated-transaction.ts";

/** A transaction that changes messages, with what operations may use. */
export interface ChangeWork extends GatedTransaction {
  readonly ctx: Context;
}
