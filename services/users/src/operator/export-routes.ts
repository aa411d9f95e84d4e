import { randomUUID } from "node:crypto";

import {
  downloadExport,
  type ExportRecord,
  type ExportType,
  listExports,
  type OperatorExport,
  readExport,
  startExport,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";
import { actElsewhere } from "../workflows/operators/act-elsewhere.ts";
import { OperatorFile } from "./operator-file.ts";
import { pieces } from "./pieces.ts";

const self = { kind: "service", name: "users" } as const;

/** Has an organization exported, and notes who wanted it. @throws SERVICE_UNAVAILABLE */
export async function beginExport(
  ctx: Context,
  wanted: { readonly realmId: number; readonly type: ExportType },
): Promise<OperatorExport> {
  const input = { ...wanted, callKey: randomUUID() };
  const { export: begun } = await actElsewhere(ctx, startExport, input);
  return presentExport(begun);
}

/** Lists exports of an organization, oldest first. @throws SERVICE_UNAVAILABLE */
export async function presentExports(
  { messages }: Context,
  realmId: number,
): Promise<OperatorExport[]> {
  const { exports } = await messages.call(listExports, self, { realmId }, { realmId });
  return exports.map(presentExport);
}

/** Opens the archive of a finished export. @throws NOT_FOUND, SERVICE_UNAVAILABLE */
export async function openArchive(
  ctx: Context,
  { id, realmId }: { readonly realmId: number; readonly id: number },
): Promise<OperatorFile> {
  const found = (await presentExports(ctx, realmId)).find((one) => one.id === id);
  if (found?.state !== "done")
    throw new AppError("NOT_FOUND", `There is no archive of export ${id}.`);
  const read = async (range: { readonly first: number; readonly last: number }) =>
    (await ctx.messages.call(readExport, self, { realmId, id, ...range }, { realmId })).bytes;
  return new OperatorFile({
    name: `organization-${realmId}-export-${id}.zip`,
    type: downloadExport.file ?? "",
    size: found.bytes,
    bytes: pieces(found.bytes, read),
  });
}

function presentExport(row: ExportRecord): OperatorExport {
  return {
    id: row.id,
    type: row.type,
    acting_user_id: row.actingUserId,
    state: row.state,
    requested_at: row.requestedAt,
    cut_at: row.cutAt,
    finished_at: row.finishedAt,
    failed_at: row.failedAt,
    deleted_at: row.deletedAt,
    tries: row.tries,
    kind: row.kind,
    rows: row.rows,
    files: row.files,
    bytes: row.bytes,
    failure: row.failure,
  };
}
