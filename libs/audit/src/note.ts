import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

/** Something that happened and is no row of a table. */
export interface Noted {
  readonly realmId: number;
  readonly object: string;
  readonly key: Readonly<Record<string, number | string>>;
  /** Without secrets. */
  readonly after: Readonly<Record<string, boolean | number | string>>;
}

/** Writes down what is no change of a row, in a transaction that has said who acts. */
export async function note(tx: Connection, { realmId, ...change }: Noted): Promise<void> {
  const changes = JSON.stringify([change]);
  await tx.query(sql.type(z.object({}))`select audit_add(${realmId}, ${changes}::jsonb)`);
}
