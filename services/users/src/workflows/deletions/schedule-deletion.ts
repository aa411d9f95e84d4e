import { countLegalHolds, type scheduleDeletion as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { lockedTransaction } from "@team-chat/outbox";
import type { Connection } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkConfirmed, checkedDays, checkNotHeld } from "../../policies/organization/deletion.ts";
import { findImportingRealm } from "../../queries/imports/importing-realms.ts";
import {
  findDeletion,
  insertDeletion,
  withdrawDeletion,
} from "../../queries/organization/deletions.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

const self = { kind: "service", name: "users" } as const;

const dayMs = 86_400_000;

/** Has a suspended organization deleted once some days have passed. @throws BAD_REQUEST, SERVICE_UNAVAILABLE */
export async function scheduleDeletion(
  ctx: Context,
  realmId: number,
  { confirm, in_days: inDays }: z.output<typeof contract.input>,
): Promise<void> {
  const days = checkedDays(inDays, ctx.deletionDays);
  // Owners are not let into a suspended organization; what operators begin meanwhile is seen when it is due.
  const { count } = await ctx.messages.call(countLegalHolds, self, { realmId }, { realmId });
  await lockedTransaction(ctx.outbox, realmId, async (tx) => {
    const { deactivated, subdomain } = await loadRealm(tx, realmId);
    checkConfirmed(confirm, subdomain === "" ? ctx.sites.hostnameOf(subdomain) : subdomain);
    if (!deactivated)
      throw new AppError("BAD_REQUEST", "Only a suspended organization can be deleted.");
    checkNotHeld(count);
    await checkStays(tx, realmId);
    const nowMs = ctx.now();
    await insertDeletion(tx, { realmId, subdomain, nowMs, dueMs: nowMs + days * dayMs });
    await ctx.noteAction?.(tx, realmId);
  });
}

/** Keeps an organization whose deletion has not begun. @throws BAD_REQUEST */
export async function cancelDeletion(ctx: Context, realmId: number): Promise<void> {
  await lockedTransaction(ctx.outbox, realmId, async (tx) => {
    if (!(await withdrawDeletion(tx, realmId)))
      throw new AppError("BAD_REQUEST", "The organization is not to be deleted.");
    await ctx.noteAction?.(tx, realmId);
  });
}

/** Checks that an organization is complete, and not to be deleted. @throws BAD_REQUEST */
export async function checkStays(db: Connection, realmId: number): Promise<void> {
  if ((await findImportingRealm(db, realmId)) !== null)
    throw new AppError("BAD_REQUEST", "The organization is being imported: cancel that instead.");
  const found = await findDeletion(db, realmId);
  if (found === null) return;
  const at = found.dueAt.toISOString();
  throw new AppError(
    "BAD_REQUEST",
    `The organization is to be deleted at ${at}: cancel that before anything else.`,
  );
}

/** Checks that nobody has begun to delete an organization. @throws BAD_REQUEST */
export async function checkNotBegun(db: Connection, realmId: number): Promise<void> {
  const found = await findDeletion(db, realmId);
  if (found !== null && found.state !== "scheduled" && found.state !== "done")
    throw new AppError("BAD_REQUEST", "The organization is being deleted.");
}
