import type { readPersonExport as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { readArchive } from "../../workflows/exports/archive-source.ts";

/** Returns bytes of the archive of a person for an operator (docs/export.md#what-is-a-persons). @throws NOT_FOUND */
export async function readPersonExport(
  ctx: Context,
  _: Identity,
  { first, id, last, realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const bytes = await readArchive(ctx, { of: "person", realmId, id }, { first, last });
  if (bytes === null) throw new AppError("NOT_FOUND", `There is no archive of export ${id}.`);
  return { bytes };
}
