import type { findErasureFacts as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { countHoldsOver, listArchives } from "../../queries/people/erased-rows.ts";
import { archivesKeptMs, keptMs } from "../../values/kept-exports.ts";

/** Finds what speaks against erasing somebody, and which archives have the person (docs/erasure.md#what-stays). */
export async function findErasureFacts(
  { db, now }: Context,
  _: Identity,
  person: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const archives = await listArchives(db, person.realmId, now());
  return {
    holds: await countHoldsOver(db, person),
    exports: archives.map(({ finishedAt, id, of }) => ({
      of,
      id,
      keptUntil: finishedAt + (of === "organization" ? archivesKeptMs : keptMs) / 1000,
    })),
  };
}
