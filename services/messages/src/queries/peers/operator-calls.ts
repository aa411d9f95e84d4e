import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A call that an operator's action makes, however often it is repeated. */
export interface OperatorCall {
  readonly realmId: number;
  readonly callKey: string;
}

/** For so long a repeated call finds the first; `users` repeats it within a minute of its own return. */
const keptFor = "30 days";

/** Finds what a call was answered that has had its effect; null for none. */
export function findCallAnswer(
  db: Connection,
  { callKey, realmId }: OperatorCall,
): Promise<{ readonly answer: unknown } | null> {
  return db.maybeOne(sql.type(z.object({ answer: z.unknown() }))`
    select answer from operator_call where realm_id = ${realmId} and call_key = ${callKey}`);
}

/** Keeps what a call is answered, in the transaction of its effect. @throws UniqueViolation when it had it before */
export async function insertCall(
  tx: Transaction,
  { callKey, realmId }: OperatorCall,
  answer: unknown,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into operator_call (realm_id, call_key, answer)
    values (${realmId}, ${callKey}, ${JSON.stringify(answer ?? null)}::jsonb)`);
}

/** Forgets calls that nobody repeats any more. */
export async function deleteOldCalls(db: Connection): Promise<void> {
  await db.query(
    sql.unsafe`delete from operator_call where done_at < now() - ${keptFor}::interval`,
  );
}
