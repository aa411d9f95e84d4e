import type { deleteRealmOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { deleteRealmByStep } from "@team-chat/outbox";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { listFilePlaces } from "../../queries/files/file-removals.ts";
import { lastingTables } from "../../queries/imports/lasting-tables.ts";

type Contract = typeof deleteRealmOperations.messages;

/** Deletes some of what this service has of an organization: first its files (docs/hosting.md#deleting). */
export async function deleteRealm(
  { db, files }: Context,
  _: Identity,
  input: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const { realmId } = input;
  // Files that cannot be reached must not be forgotten.
  for (const place of await listFilePlaces(db, realmId)) files.at(place);
  for (const store of files.all) {
    const deleted = await store.deleteSome(realmId);
    if (deleted > 0) return { deleted, isDone: false };
  }
  // Until the end nothing is held of what is gone in part.
  const except = input.step === "rest" ? lastingTables : [...lastingTables, "closing_realm"];
  return deleteRealmByStep(db, { ...input, except });
}
