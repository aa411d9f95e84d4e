import type { removePersonExport as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { z } from "zod";

import type { Context } from "../../context.ts";
import { lockEndedPersonExport } from "../../queries/exports/person-exports.ts";
import { carryOutOnce } from "../../workflows/carry-out-once.ts";
import { deletePersonExport } from "../../workflows/people/exported-people.ts";

/** Deletes an export of a person that has ended (docs/export.md#what-is-a-persons). @throws BAD_REQUEST */
export async function removePersonExport(
  ctx: Context,
  _: Identity,
  { callKey, id, realmId }: z.output<typeof contract.input>,
): Promise<Record<string, never>> {
  await carryOutOnce(ctx, { realmId, callKey, answer: z.unknown() }, (note) =>
    ctx.db.transaction(async (tx) => {
      if (!(await lockEndedPersonExport(tx, { realmId, id })))
        throw new AppError("BAD_REQUEST", `There is no export ${id} of a person that has ended.`);
      await deletePersonExport(tx, { of: "person", realmId, id }, ctx.now());
      await note(tx, null);
    }),
  );
  return {};
}
