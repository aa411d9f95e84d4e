import type { countPersonOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { countPersonRows } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { countTreatedApart, treatedApart } from "../../queries/people/erased-rows.ts";

type Contract = typeof countPersonOperations.messages;

/** Counts what is left here of somebody, files included (docs/erasure.md#proof). */
export async function countPerson(
  { db }: Context,
  _: Identity,
  { messages, ...person }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const rows = await countPersonRows(db, { ...person, except: treatedApart });
  const withMessages = messages === "delete";
  return { places: [...rows, ...(await countTreatedApart(db, person, { withMessages }))] };
}
