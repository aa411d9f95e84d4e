import { randomUUID } from "node:crypto";

import { sayAuthor } from "@team-chat/audit";
import {
  addArchivePiece,
  type createImport as contract,
  endImport,
  findImport,
  type ImportRecord,
  type OperatorImport,
  startImport,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

import type { Context } from "../context.ts";
import { checkSubdomain } from "../policies/organization/check-subdomain.ts";
import {
  findImportingRealm,
  type ImportingRealm,
  insertImportingRealm,
} from "../queries/imports/importing-realms.ts";
import {
  insertRealm,
  loadRealm,
  nextRealmId,
  updateRealmDeactivated,
} from "../queries/organization/realms.ts";
import { insertVersion } from "../queries/organization/versions.ts";
import { actElsewhere } from "../workflows/operators/act-elsewhere.ts";

const self = { kind: "service", name: "users" } as const;
const reason = "The organization is being imported.";

/** Keeps an address for an organization that is to be taken in; until then it is suspended. @throws BAD_REQUEST */
export async function prepareImport(
  { db, noteAction }: Context,
  { allow_reserved: allowReserved, plan, sandbox, subdomain }: z.output<typeof contract.input>,
): Promise<number> {
  checkSubdomain({ allowReserved, subdomain });
  const id = await nextRealmId(db);
  await db.transaction(async (tx) => {
    await sayAuthor(tx);
    if (!(await insertRealm(tx, { id, subdomain, name: subdomain, plan })))
      throw new AppError("BAD_REQUEST", `The subdomain '${subdomain}' is taken.`, {
        details: { field: "subdomain" },
      });
    await updateRealmDeactivated(tx, { id, version: 1, deactivated: true, reason });
    await insertVersion(tx, id);
    await insertImportingRealm(tx, { realmId: id, sandbox });
    await noteAction?.(tx, id);
  });
  return id;
}

/** Keeps bytes of an archive. @throws BAD_REQUEST, NOT_FOUND, SERVICE_UNAVAILABLE */
export async function keepPiece(
  ctx: Context,
  realmId: number,
  { bytes, offset }: { readonly bytes: Buffer; readonly offset: number },
): Promise<OperatorImport> {
  await loadImporting(ctx, realmId);
  const input = { realmId, offset, base64: bytes.toString("base64") };
  const answer = await ctx.messages.call(addArchivePiece, self, input, { realmId });
  return presentImport(realmId, answer.import);
}

/** Begins to take an archive in, and notes who wanted it. @throws BAD_REQUEST, NOT_FOUND, SERVICE_UNAVAILABLE */
export async function startToImport(
  ctx: Context,
  realmId: number,
  from: { readonly organization_id: number; readonly export_id: number } | undefined,
): Promise<OperatorImport> {
  const { key, sandbox } = await loadImporting(ctx, realmId);
  const realm = await loadRealm(ctx.db, realmId);
  const source =
    from === undefined ? null : { realmId: from.organization_id, exportId: from.export_id };
  const target = { key, sandbox, url: ctx.sites.urlOf(realm) };
  const input = { realmId, callKey: randomUUID(), source, ...target };
  const answer = await actElsewhere(ctx, startImport, input);
  return presentImport(realmId, answer.import);
}

/** Returns how far an import is. @throws NOT_FOUND, SERVICE_UNAVAILABLE */
export async function loadImport(
  { db, messages }: Context,
  realmId: number,
): Promise<OperatorImport> {
  const { import: found } = await messages.call(findImport, self, { realmId }, { realmId });
  if (found !== null) return presentImport(realmId, found);
  if ((await findImportingRealm(db, realmId)) === null)
    throw new AppError("NOT_FOUND", `There is no import of organization ${realmId}.`);
  return presentImport(realmId, nothingYet);
}

const nothingYet: ImportRecord = {
  state: "waiting",
  requestedAt: 0,
  finishedAt: null,
  failedAt: null,
  bytes: 0,
  kind: "",
  rows: 0,
  allRows: 0,
  files: 0,
  allFiles: 0,
  failure: "",
};

/** Gives an import up. @throws NOT_FOUND when there is none, or it is done; SERVICE_UNAVAILABLE */
export async function giveImportUp(ctx: Context, realmId: number): Promise<void> {
  await loadImporting(ctx, realmId);
  // Once more changes nothing: it needs no key.
  await actElsewhere(ctx, endImport, { realmId, failure: "It was cancelled." });
}

/** @throws NOT_FOUND */
async function loadImporting({ db }: Context, realmId: number): Promise<ImportingRealm> {
  const found = await findImportingRealm(db, realmId);
  if (found === null)
    throw new AppError("NOT_FOUND", `Organization ${realmId} is not being imported.`);
  return found;
}

function presentImport(organizationId: number, row: ImportRecord): OperatorImport {
  return {
    organization_id: organizationId,
    state: row.state,
    requested_at: row.requestedAt,
    finished_at: row.finishedAt,
    failed_at: row.failedAt,
    bytes: row.bytes,
    kind: row.kind,
    rows: row.rows,
    all_rows: row.allRows,
    files: row.files,
    all_files: row.allFiles,
    failure: row.failure,
  };
}
