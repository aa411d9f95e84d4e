import type { countRealmOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { countRealmRows } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { lastingTables } from "../../queries/imports/lasting-tables.ts";

type Contract = typeof countRealmOperations.messages;

/** Counts what is left here of an organization (docs/hosting.md#deleting), in the database and where files are kept. */
export async function countRealm(
  { db, files }: Context,
  _: Identity,
  { realmId }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const all = await countRealmRows(db, realmId);
  const rows = all.filter(({ place }) => !lastingTables.includes(place));
  const stored = await Promise.all(
    files.all.map(async (store) => ({
      place: `files: ${store.place}`,
      count: await store.count(realmId),
    })),
  );
  return { places: [...rows, ...stored] };
}
