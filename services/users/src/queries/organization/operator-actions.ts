import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const actionRow = z.object({
  id: z.number(),
  realmId: z.number(),
  actedAt: z.date(),
  keyName: z.string(),
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  requestId: z.string(),
});

export type ActionRow = z.infer<typeof actionRow>;

/** An action that is about to happen. */
export interface Action extends Omit<ActionRow, "id" | "actedAt"> {
  readonly idempotencyKey: string | null;
}

const columns = sql.fragment`
  action_id as id, realm_id as "realmId", acted_at as "actedAt", key_name as "keyName", operation, input,
  request_id as "requestId"
`;

/** Keeps what an operator does. @throws UniqueViolation when the key has been given with another request */
export async function insertAction(tx: Transaction, action: Action): Promise<void> {
  await tx.query(sql.unsafe`
    insert into operator_action (realm_id, key_name, operation, input, request_id, idempotency_key)
    values (
      ${action.realmId}, ${action.keyName}, ${action.operation}, ${JSON.stringify(action.input)}::jsonb,
      ${action.requestId}, ${action.idempotencyKey}
    )
  `);
}

/** Finds what was done by a request with this idempotency key, or null. */
export function findRepeatedAction(
  db: Connection,
  { idempotencyKey, keyName }: Pick<Action, "keyName" | "idempotencyKey">,
): Promise<ActionRow | null> {
  return db.maybeOne(sql.type(actionRow)`
    select ${columns} from operator_action where key_name = ${keyName} and idempotency_key = ${idempotencyKey}
  `);
}

interface Page {
  readonly after: number;
  readonly limit: number;
  /** Undefined for all organizations. */
  readonly realmId: number | undefined;
}

/** Lists what operators have done behind an id, by id. */
export function listActionRows(
  db: Connection,
  { after, limit, realmId }: Page,
): Promise<readonly ActionRow[]> {
  return db.any(sql.type(actionRow)`
    select ${columns} from operator_action
    where action_id > ${after} and (${realmId ?? null}::bigint is null or realm_id = ${realmId ?? null})
    order by action_id
    limit ${limit}
  `);
}
