import { sayAuthor } from "@team-chat/audit";
import {
  type PersonExportRecord,
  personExportRecord,
  type startPersonExport as contract,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { insertPersonExport, listPersonExportRows } from "../../queries/exports/person-exports.ts";
import { carryOutOnce, type NoteAnswer } from "../../workflows/carry-out-once.ts";

type Input = z.output<typeof contract.input>;

/** Most exports that are kept of an organization. */
const mostKept = 100;

/** Has one person exported for an operator (docs/export.md#what-is-a-persons). @throws BAD_REQUEST */
export async function startPersonExport(
  ctx: Context,
  _: Identity,
  { callKey, ...wanted }: Input,
): Promise<z.input<typeof contract.output>> {
  const call = { realmId: wanted.realmId, callKey, answer: personExportRecord };
  return { export: await carryOutOnce(ctx, call, (note) => beginOrJoin(ctx, wanted, note)) };
}

async function beginOrJoin(
  ctx: Context,
  { key, realmId, userId }: Omit<Input, "callKey">,
  note: NoteAnswer<PersonExportRecord>,
): Promise<PersonExportRecord> {
  const nowMs = ctx.now();
  for (;;) {
    const begun = await ctx.db.transaction(async (tx) => {
      await sayAuthor(tx);
      const rows = await listPersonExportRows(tx, realmId);
      const open = rows.find(
        (row) => row.userId === userId && (row.state === "waiting" || row.state === "running"),
      );
      if (open === undefined && rows.length >= mostKept)
        throw new AppError(
          "BAD_REQUEST",
          `There are ${mostKept} exports of people: delete one of them first.`,
        );
      const one = open ?? (await insertPersonExport(tx, { realmId, userId, key, nowMs }));
      if (one !== null) await note(tx, one);
      return one;
    });
    // Somebody else has begun one at the same moment, which is found the next time.
    if (begun !== null) return begun;
  }
}
