import type { personRowsOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { readPersonPage } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { personTables } from "../../queries/organization/person-tables.ts";

type Contract = typeof personRowsOperations.users;

/** Returns a page of what exports of people have of this service (docs/export.md#what-is-a-persons). */
export async function readPersonRows(
  { db }: Context,
  _: Identity,
  { kind, ...question }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const exported = personTables.find((table) => table.kind === kind);
  if (exported === undefined) throw new Error(`Exports of people have no kind ${kind}.`);
  const { bytes, next, rows } = await readPersonPage(db, exported, question);
  return { bytes: [...bytes], next: next === null ? null : [...next], rows };
}
