import { note, sayAuthor } from "@team-chat/audit";
import { type finishUsersImport as contract, systemGroupChain } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { systemBots } from "../../policies/bots/system-bots.ts";
import { countAccounts, upsertAccountDay } from "../../queries/accounts/account-days.ts";
import {
  deleteImportingRealm,
  findImportingRealm,
  insertKeys,
  listMissing,
  stampImported,
} from "../../queries/imports/importing-realms.ts";
import { loadRealm, updateRealmDeactivated } from "../../queries/organization/realms.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { recountFullMembers } from "../../workflows/groups/recount-full-members.ts";
import { settleVisibility } from "../../workflows/visibility/settle-visibility.ts";

type Input = z.output<typeof contract.input>;

/**
 * Shows an organization that was taken in to other services, or lets its people in; once more changes nothing
 * (docs/export.md#taking-an-archive-in). @throws BAD_REQUEST when something is missing that every organization has
 */
export async function finishUsersImport(
  ctx: Context,
  _: Identity,
  { files, realmId, rows, step }: Input,
): Promise<z.input<typeof contract.output>> {
  if ((await findImportingRealm(ctx.db, realmId)) === null) return {};
  const realm = await loadRealm(ctx.db, realmId);
  if (step === "settle") {
    await checkWhole(ctx, realmId);
    await changeRealm(ctx, realm, async ({ begin, tx }) => {
      const { versions } = await begin({ reset: true });
      await stampImported(tx, realmId, versions);
      await insertKeys(tx, realmId);
      await upsertAccountDay(tx, { realmId, nowMs: ctx.now() }, await countAccounts(tx, realmId));
    });
    return {};
  }
  await settleVisibility(ctx, realmId);
  await changeRealm(ctx, realm, async ({ begin, tx }) => {
    await sayAuthor(tx);
    if (!(await deleteImportingRealm(tx, realmId))) return;
    const change = await begin({ reset: true });
    const { version } = change.versions;
    await updateRealmDeactivated(tx, { id: realmId, version, deactivated: false, reason: "" });
    await recountFullMembers(change);
    await note(tx, { realmId, object: "import", key: {}, after: { rows, files } });
  });
  return {};
}

/** @throws BAD_REQUEST */
async function checkWhole({ db }: Context, realmId: number): Promise<void> {
  const missing = await listMissing(db, realmId, {
    bots: systemBots.map(({ email }) => email),
    groups: ["role:nobody", ...systemGroupChain],
  });
  if (missing.length > 0)
    throw new AppError("BAD_REQUEST", `The archive does not have ${missing.join(", ")}.`);
}
