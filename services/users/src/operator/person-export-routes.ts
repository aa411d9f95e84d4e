import { randomUUID } from "node:crypto";

import * as contract from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";
import { actElsewhere } from "../workflows/operators/act-elsewhere.ts";
import { findPerson } from "./find-person.ts";
import { loadOrganization } from "./load-organization.ts";
import { OperatorFile } from "./operator-file.ts";
import { type OperatorRoute, route } from "./operator-route.ts";
import { pieces } from "./pieces.ts";

const self = { kind: "service", name: "users" } as const;

async function listExports({ messages }: Context, realmId: number) {
  const about = { realmId };
  return (await messages.call(contract.listPersonExports, self, about, about)).exports;
}

/** Opens the archive of a finished export. @throws NOT_FOUND, SERVICE_UNAVAILABLE */
async function openPersonArchive(
  ctx: Context,
  { id, realmId }: { readonly realmId: number; readonly id: number },
): Promise<OperatorFile> {
  const found = (await listExports(ctx, realmId)).find((one) => one.id === id);
  if (found?.state !== "done")
    throw new AppError("NOT_FOUND", `There is no archive of export ${id}.`);
  const read = async (range: { readonly first: number; readonly last: number }) => {
    const asked = { realmId, id, ...range };
    return (await ctx.messages.call(contract.readPersonExport, self, asked, { realmId })).bytes;
  };
  return new OperatorFile({
    name: `organization-${realmId}-person-${found.userId}-export-${id}.zip`,
    type: contract.downloadPersonExport.file ?? "",
    size: found.bytes,
    bytes: pieces(found.bytes, read),
  });
}

function presentExport(one: contract.PersonExportRecord): contract.OperatorPersonExport {
  const { askedKey, cutAt, endedAt, requestedAt, userId, ...rest } = one;
  return {
    ...rest,
    user_id: userId,
    asked_with_key: askedKey,
    asked_at: requestedAt,
    cut_at: cutAt,
    ended_at: endedAt,
  };
}

/** Exports of one person's data (docs/export.md#what-is-a-persons). */
export const personExportRoutes: readonly OperatorRoute[] = [
  route(contract.getPersonExports, async ({ ctx, realmId }) => {
    await loadOrganization(ctx, realmId);
    return { exports: (await listExports(ctx, realmId)).map(presentExport) };
  }),
  route(contract.createPersonExport, async ({ ctx, input: { email }, keyName: key, realmId }) => {
    await loadOrganization(ctx, realmId);
    const { userId } = await findPerson(ctx.db, realmId, email);
    const asked = { realmId, callKey: randomUUID(), userId, key };
    const { export: begun } = await actElsewhere(ctx, contract.startPersonExport, asked);
    return { export: presentExport(begun) };
  }),
  route(contract.deletePersonExport, async ({ ctx, input: { export_id: id }, realmId }) => {
    await loadOrganization(ctx, realmId);
    await actElsewhere(ctx, contract.removePersonExport, { realmId, callKey: randomUUID(), id });
    return {};
  }),
  {
    operation: contract.downloadPersonExport,
    handle: async ({ ctx, input, realmId }) => {
      await loadOrganization(ctx, realmId);
      const { export_id: id } = contract.downloadPersonExport.input.parse(input);
      return openPersonArchive(ctx, { realmId, id });
    },
  },
];
