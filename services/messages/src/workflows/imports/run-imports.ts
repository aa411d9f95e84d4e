// See docs/export.md#taking-an-archive-in and docs/adr/0031-imports-shift-ids.md.
import { setTimeout } from "node:timers/promises";

import {
  abandonImport,
  checkImportRoom,
  finishChannelsImport,
  finishUsersImport,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { holdName, isDataException } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";
import { UnknownId } from "@team-chat/transfer";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { addStoredBytes } from "../../queries/files/stored-bytes.ts";
import {
  beginImportTry,
  deleteImportParts,
  endImportRow,
  type ImportPlan,
  type ImportRow,
  keepPlan,
  listDueImports,
  noteImported,
  putOffImport,
  withdrawImportTry,
} from "../../queries/imports/realm-imports.ts";
import { ArchiveFile, DamagedArchive } from "./archive-file.ts";
import { readArchiveHead } from "./archive-head.ts";
import { importOrder, importPage, pagesOf } from "./import-pages.ts";
import { importSource } from "./import-source.ts";
import { planOf, readContent, reserveShifts } from "./plan-import.ts";

const self = { kind: "service", name: "messages" } as const;
const lookEveryMs = 1000;
/** Without getting on in between. */
const maxTries = 5;
const tryAgainMs = 10_000;
/** Longest step of the end: everything is stamped at once. */
const finishMs = 300_000;

/** It was given up meanwhile. */
class GivenUp extends Error {
  override readonly name = "GivenUp";
}

export interface Importing extends AsyncDisposable {
  /** Takes in the organizations that are due. */
  readonly runNow: () => Promise<void>;
}

/**
 * Takes organizations in that are due, at an interval, one at a time, until disposed of; then one under way is left to
 * others, who go on behind the last page.
 */
export function importRegularly(ctx: Context, log: Logger): Importing {
  const stopping = new AbortController();
  const task = new PeriodicTask({
    everyMs: lookEveryMs,
    async run() {
      for (const realmId of await listDueImports(ctx.db, ctx.now())) {
        if (stopping.signal.aborted) return;
        // Whoever has the name is the only one, and it ends with the process.
        await holdName(ctx.db, `import ${realmId}`, () =>
          importOrganization({ ctx, log, realmId, signal: stopping.signal }),
        );
      }
    },
    onError: (error) => {
      log.error({ err: error }, "organizations are taken in later");
    },
  });
  return {
    runNow: () => task.runNow(),
    [Symbol.asyncDispose]: () => {
      stopping.abort();
      return task[Symbol.asyncDispose]();
    },
  };
}

interface Job {
  readonly ctx: Context;
  readonly log: Logger;
  readonly realmId: number;
  readonly signal: AbortSignal;
}

async function importOrganization(job: Job): Promise<void> {
  const { ctx, log, realmId, signal } = job;
  const begun = await beginImportTry(ctx.db, realmId);
  if (begun === null) return;
  try {
    if (begun.tries > maxTries) throw new DamagedArchive(fatal);
    const source = await importSource(ctx, begun);
    if (source === null) throw new DamagedArchive("The export that it is of is gone.");
    const archive = await ArchiveFile.open(source);
    const plan = begun.plan ?? (await planned(job, begun, archive));
    await importAll(job, { archive, begun, plan });
    await finish(job, plan);
  } catch (error) {
    if (error instanceof GivenUp) return;
    if (signal.aborted) {
      await withdrawImportTry(ctx.db, realmId);
      return;
    }
    const why = reasonOf(error);
    log.error({ err: error, realmId }, "an import failed");
    if (why !== null || begun.tries >= maxTries) await giveUp(ctx, realmId, why ?? unlucky);
    else {
      const failure = "A part of it could not be read or written, which is tried again.";
      await putOffImport(ctx.db, { realmId, failure, dueMs: ctx.now() + tryAgainMs });
    }
  }
}

const fatal = "It was begun five times without getting on, and ended with its process each time.";
const unlucky = "A part of it could not be read or written; the log says why.";

/** Says what is wrong with an archive that will never be taken in; null for what may be over soon. */
function reasonOf(error: unknown): string | null {
  if (error instanceof DamagedArchive || error instanceof UnknownId) return error.message;
  if (error instanceof AppError && error.code === "BAD_REQUEST") return error.message;
  return isDataException(error) ? "It has values that the database cannot keep." : null;
}

/** Has what came of an import deleted, and keeps why it failed. Once more does no harm. */
export async function giveUp(ctx: Context, realmId: number, failure: string): Promise<void> {
  await ctx.peers.users.call(abandonImport, self, { realmId }, { realmId });
  await endImportRow(ctx.db, { realmId, failure, nowMs: ctx.now() });
}

/** Reads the archive to its end before anything is written, and keeps by what its ids change. */
async function planned(
  { ctx, realmId, signal }: Job,
  { target }: ImportRow,
  archive: ArchiveFile,
): Promise<ImportPlan> {
  if (target === null) throw new Error("An import was begun without a place.");
  const head = await readArchiveHead(archive);
  const content = await readContent(archive, head, signal);
  const room = { realmId, use: content.use };
  await ctx.peers.users.call(checkImportRoom, self, room, { realmId });
  const shifts = await reserveShifts(ctx, realmId, content);
  const { key, sandbox, url } = target;
  const move = { shifts, from: head.from, to: { realmId, url }, key, sandbox };
  const plan = planOf(content, move, head.summary);
  if (!(await keepPlan(ctx.db, realmId, plan))) throw new GivenUp("It was given up.");
  return plan;
}

interface Begun {
  readonly archive: ArchiveFile;
  readonly begun: ImportRow;
  readonly plan: ImportPlan;
}

async function importAll(
  { ctx, realmId, signal }: Job,
  { archive, begun, plan }: Begun,
): Promise<void> {
  const from = Math.max(
    importOrder.findIndex((kind) => kind === begun.kind),
    0,
  );
  for (const kind of importOrder.slice(from)) {
    let kindRows = kind === begun.kind ? begun.kindRows : 0;
    for await (const page of pagesOf(archive, kind, kindRows)) {
      signal.throwIfAborted();
      const began = performance.now();
      const files = await importPage({ ctx, archive, plan }, page);
      const rows = page.rows.length;
      kindRows += rows;
      if (!(await noteImported(ctx.db, { realmId, kind, kindRows, rows, files })))
        throw new GivenUp("It was given up.");
      // Rests as long as that took: an import has half of a connection at most.
      if (page.isFull) await setTimeout(performance.now() - began, undefined, { signal });
    }
  }
}

/** Lets other services see what was taken in, then people. Each step may be repeated. */
async function finish({ ctx, realmId }: Job, { files, rows }: ImportPlan): Promise<void> {
  const { channels, users } = ctx.peers;
  const result = { realmId, rows, files };
  const options = { realmId, timeoutMs: finishMs };
  await users.call(finishUsersImport, self, { ...result, step: "settle" }, options);
  await channels.call(finishChannelsImport, self, { realmId }, options);
  await ctx.channels.current(realmId);
  const nowMs = ctx.now();
  await ctx.outbox.transaction(realmId, (tx) => addStoredBytes(tx, { realmId, added: 0, nowMs }), {
    gateFirst: true,
  });
  await users.call(finishUsersImport, self, { ...result, step: "open" }, options);
  await ctx.db.transaction(async (tx) => {
    await deleteImportParts(tx, { realmId, nowMs });
    await endImportRow(tx, { realmId, failure: "", nowMs });
  });
}
