import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const turnRow = z.object({ realmId: z.number(), turn: z.number() });

/** Lists the turns of all organizations that were moved, by id. */
export function listTurns(db: Connection): Promise<readonly z.infer<typeof turnRow>[]> {
  return db.any(sql.type(turnRow)`
    select realm_id as "realmId", turn from messages_turn order by realm_id
  `);
}

/** Lets nobody else change a turn until this transaction ends. */
export async function lockTurns(tx: Transaction): Promise<void> {
  await tx.query(sql.unsafe`lock table messages_turn in share row exclusive mode`);
}

/** Writes the turn of an organization; 0 for none. */
export async function updateTurn(tx: Transaction, realmId: number, turn: number): Promise<void> {
  await tx.query(
    turn === 0
      ? sql.unsafe`delete from messages_turn where realm_id = ${realmId}`
      : sql.unsafe`
          insert into messages_turn (realm_id, turn) values (${realmId}, ${turn})
          on conflict (realm_id) do update set turn = excluded.turn`,
  );
}
