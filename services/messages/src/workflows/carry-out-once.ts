import type { Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../context.ts";
import { findCallAnswer, insertCall } from "../queries/peers/operator-calls.ts";

interface Call<T> {
  readonly realmId: number;
  /** Undefined from the release before, whose calls are not repeated. */
  readonly callKey: string | undefined;
  readonly answer: z.ZodType<T>;
}

/** Keeps in the transaction of an effect what it is answered with. */
export type NoteAnswer<T> = (tx: Transaction, answer: T) => Promise<void>;

/**
 * Does what an operator's action asks of this service, once however often it is asked: whoever repeats the call, also
 * at the same moment, gets the first one's answer (docs/hosting.md#operators-interface). `work` notes its answer in the
 * transaction that has the effect.
 */
export async function carryOutOnce<T>(
  { db }: Pick<Context, "db">,
  { answer, callKey, realmId }: Call<T>,
  work: (note: NoteAnswer<T>) => Promise<T>,
): Promise<T> {
  if (callKey === undefined) return work(() => Promise.resolve());
  const call = { realmId, callKey };
  const before = await findCallAnswer(db, call);
  if (before !== null) return answer.parse(before.answer);
  try {
    return await work((tx, given) => insertCall(tx, call, given));
  } catch (error) {
    // The other one of two that came together was first, and this one is refused for that.
    const meanwhile = await findCallAnswer(db, call);
    if (meanwhile === null) throw error;
    return answer.parse(meanwhile.answer);
  }
}
