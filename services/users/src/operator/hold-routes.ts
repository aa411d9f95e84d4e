import { randomUUID } from "node:crypto";

import * as contract from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";
import { findAccountByEmail } from "../queries/accounts/accounts.ts";
import { checkStays } from "../workflows/deletions/schedule-deletion.ts";
import { actElsewhere } from "../workflows/operators/act-elsewhere.ts";
import { loadOrganization } from "./load-organization.ts";
import { OperatorFile } from "./operator-file.ts";
import { type OperatorRoute, route } from "./operator-route.ts";
import { pieces } from "./pieces.ts";
import { presentHold, presentHoldExport } from "./present-holds.ts";

const self = { kind: "service", name: "users" } as const;

async function userIdOf(ctx: Context, realmId: number, email: string): Promise<number> {
  const account = await findAccountByEmail(ctx.db, realmId, email);
  if (account !== null) return account.userId;
  throw new AppError("BAD_REQUEST", `There is no account '${email}'.`);
}

async function listExports({ messages }: Context, realmId: number) {
  const about = { realmId };
  return (await messages.call(contract.listHoldExports, self, about, about)).exports;
}

/** Opens the archive of a finished export. @throws NOT_FOUND, SERVICE_UNAVAILABLE */
async function openHoldArchive(
  ctx: Context,
  { id, key, realmId }: { readonly realmId: number; readonly id: number; readonly key: string },
): Promise<OperatorFile> {
  const found = (await listExports(ctx, realmId)).find((one) => one.id === id);
  if (found?.state !== "done")
    throw new AppError("NOT_FOUND", `There is no archive of export ${id}.`);
  await ctx.messages.call(contract.noteHoldDownload, self, { realmId, id, key }, { realmId });
  const read = async (range: { readonly first: number; readonly last: number }) =>
    (await ctx.messages.call(contract.readHoldExport, self, { realmId, id, ...range }, { realmId }))
      .bytes;
  return new OperatorFile({
    name: `organization-${realmId}-legal-hold-export-${id}.zip`,
    type: contract.downloadHoldExport.file ?? "",
    size: found.bytes,
    bytes: pieces(found.bytes, read),
  });
}

const holds: readonly OperatorRoute[] = [
  route(contract.getLegalHolds, async ({ ctx, input: { before, limit }, realmId }) => {
    await loadOrganization(ctx, realmId);
    const asked = { realmId, beforeId: before ?? null, limit };
    const { holds: all } = await ctx.messages.call(contract.listOperatorHolds, self, asked, {
      realmId,
    });
    return { legal_holds: all.map(presentHold) };
  }),
  route(
    contract.createLegalHold,
    async ({ ctx, input: { email, ...hold }, keyName: key, realmId }) => {
      await loadOrganization(ctx, realmId);
      await checkStays(ctx.db, realmId);
      const userId = email === undefined ? undefined : await userIdOf(ctx, realmId, email);
      const asked = { realmId, callKey: randomUUID(), key, userId, ...hold };
      const { id } = await actElsewhere(ctx, contract.beginOperatorHold, asked);
      return { hold_id: id };
    },
  ),
  route(contract.closeLegalHold, async ({ ctx, input: { hold_id: id }, keyName: key, realmId }) => {
    await loadOrganization(ctx, realmId);
    await actElsewhere(ctx, contract.endOperatorHold, { realmId, callKey: randomUUID(), key, id });
    return {};
  }),
];

const exports: readonly OperatorRoute[] = [
  route(contract.getHoldExports, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    return { exports: (await listExports(ctx, realmId)).map(presentHoldExport) };
  }),
  route(contract.createHoldExport, async ({ ctx, input, keyName: key, realmId }) => {
    await loadOrganization(ctx, realmId);
    const asked = { realmId, callKey: randomUUID(), key, holdId: input.hold_id };
    const { export: begun } = await actElsewhere(ctx, contract.startHoldExport, asked);
    return { export: presentHoldExport(begun) };
  }),
  route(
    contract.deleteHoldExport,
    async ({ ctx, input: { export_id: id }, keyName: key, realmId }) => {
      await loadOrganization(ctx, realmId);
      const asked = { realmId, callKey: randomUUID(), key, id };
      await actElsewhere(ctx, contract.removeHoldExport, asked);
      return {};
    },
  ),
  {
    operation: contract.downloadHoldExport,
    handle: async ({ ctx, input, keyName: key, realmId }) => {
      await loadOrganization(ctx, realmId);
      const { export_id: id } = contract.downloadHoldExport.input.parse(input);
      return openHoldArchive(ctx, { realmId, id, key });
    },
  },
];

/** Legal holds and their exports (docs/legal-holds.md#operators). */
export const holdRoutes: readonly OperatorRoute[] = [...holds, ...exports];
