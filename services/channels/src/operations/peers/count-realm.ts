import type { countRealmOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { countRealmRows } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";

type Contract = typeof countRealmOperations.channels;

/** Counts what is left here of an organization (docs/hosting.md#deleting). */
export async function countRealm(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  return { places: [...(await countRealmRows(db, realmId))] };
}
