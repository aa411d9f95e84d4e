import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** Call that an action of an operator consists of: an operation of another service with its input. */
const openCall = z.object({ name: z.string(), input: z.record(z.string(), z.unknown()) });

export type OpenCall = z.infer<typeof openCall>;

const actionRow = z.object({
  id: z.number(),
  realmId: z.number(),
  actedAt: z.date(),
  keyName: z.string(),
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  /** Null once the action is done. */
  call: openCall.nullable(),
  /** Number of those who have begun to finish it. */
  tries: z.number(),
});

export type ActionRow = z.infer<typeof actionRow>;

/** An action that is about to happen. */
export interface Action extends Omit<ActionRow, "id" | "actedAt" | "tries"> {
  readonly idempotencyKey: string | null;
  /** Time from which on somebody else may finish it; null with `call`. */
  readonly dueMs: number | null;
}

const columns = sql.fragment`
  action_id as id, realm_id as "realmId", acted_at as "actedAt", key_name as "keyName", operation, input,
  request_id as "requestId", call, tries
`;

const time = (ms: number | null) => sql.fragment`to_timestamp(${ms}::float8 / 1000)`;

/** Keeps what an operator does; returns its id. @throws UniqueViolation when the key has been given before */
export function insertAction(tx: Transaction, action: Action): Promise<number> {
  const call = action.call && JSON.stringify(action.call);
  return tx.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into operator_action (realm_id, key_name, operation, input, request_id, idempotency_key, call, due_at)
    values (
      ${action.realmId}, ${action.keyName}, ${action.operation}, ${JSON.stringify(action.input)}::jsonb,
      ${action.requestId}, ${action.idempotencyKey}, ${call}::jsonb, ${time(action.dueMs)}
    )
    returning action_id as id
  `);
}

/** Finds what was done, or is to be, by a request with this idempotency key, or null. */
export function findRepeatedAction(
  db: Connection,
  { idempotencyKey, keyName }: { readonly keyName: string; readonly idempotencyKey: string },
): Promise<ActionRow | null> {
  return db.maybeOne(sql.type(actionRow)`
    select ${columns} from operator_action where key_name = ${keyName} and idempotency_key = ${idempotencyKey}
  `);
}

/** Takes part in finishing an open action, until `dueMs` alone but for who has begun before; null when it is over. */
export function joinAction(
  db: Connection,
  { dueMs, id }: { readonly id: number; readonly dueMs: number },
): Promise<ActionRow | null> {
  return db.maybeOne(sql.type(actionRow)`
    update operator_action set tries = tries + 1, due_at = ${time(dueMs)} where action_id = ${id} and call is not null
    returning ${columns}
  `);
}

interface Due {
  readonly nowMs: number;
  readonly dueMs: number;
}

/** Most open actions that one process takes over at once. */
const mostTaken = 20;

/** Takes open actions over that nobody has finished in time. */
export function takeOpenActions(
  db: Connection,
  { dueMs, nowMs }: Due,
): Promise<readonly ActionRow[]> {
  return db.any(sql.type(actionRow)`
    update operator_action set tries = tries + 1, due_at = ${time(dueMs)}
    where action_id in (
      select action_id from operator_action where call is not null and due_at <= ${time(nowMs)}
      order by due_at limit ${mostTaken} for update skip locked
    )
    returning ${columns}
  `);
}

/** Says of an action that it is done. */
export async function endAction(db: Connection, id: number): Promise<void> {
  await db.query(sql.unsafe`
    update operator_action set call = null, due_at = null where action_id = ${id}`);
}

/** Takes an action back that was refused, unless somebody else has begun to finish it meanwhile. */
export async function deleteRefusedAction(
  db: Connection,
  { id, tries }: Pick<ActionRow, "id" | "tries">,
): Promise<void> {
  await db.query(sql.unsafe`
    delete from operator_action where action_id = ${id} and call is not null and tries = ${tries}`);
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
