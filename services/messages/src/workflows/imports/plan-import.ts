import {
  exportedKinds,
  importedIds,
  importOperations,
  type importUse,
  roles,
  type Shift,
} from "@team-chat/contract";
import { reserveIds } from "@team-chat/transfer";
import { z } from "zod";

import type { Context } from "../../context.ts";
import type { ImportPlan } from "../../queries/imports/realm-imports.ts";
import { type ArchiveFile, DamagedArchive } from "./archive-file.ts";
import type { ArchiveHead } from "./archive-head.ts";
import { ownSequences } from "./own-sequences.ts";

const self = { kind: "service", name: "messages" } as const;
/** Distance between ids of one organization that no installation reaches. */
const maxSpan = 1e12;

const idFields: Readonly<Record<string, string>> = {
  ...importedIds.users,
  ...importedIds.channels,
  ...importedIds.messages,
};

/** Numbers of what an archive has, of which plans limit how many there are. */
type ImportUse = z.output<typeof importUse>;

/** Content of an archive that was read to its end. */
export interface Content {
  readonly counts: Readonly<Record<string, number>>;
  /** First and last id of each kind that has any. */
  readonly ids: Readonly<Record<string, { readonly first: number; readonly last: number }>>;
  readonly use: ImportUse;
}

const account = z.object({
  role: z.number(),
  is_active: z.boolean(),
  is_bot: z.boolean(),
  is_system_bot: z.boolean(),
  bot_type: z.number().nullable(),
});
const file = z.object({ path_id: z.string(), size: z.int() });

/**
 * Reads all of an archive, files included, before anything is written, and compares it with its checksums and its
 * summary. @throws DamagedArchive
 */
export async function readContent(
  archive: ArchiveFile,
  { summary }: ArchiveHead,
  signal: AbortSignal,
): Promise<Content> {
  const content = {
    counts: {} as Record<string, number>,
    ids: {} as Record<string, { first: number; last: number }>,
    use: { people: 0, guests: 0, bots: 0, outgoingWebhooks: 0, channels: 0, storedMib: 0 },
  };
  let files = 0;
  for (const kind of Object.values(exportedKinds).flat()) {
    let count = 0;
    for await (const { row } of archive.lines(kind)) {
      signal.throwIfAborted();
      count += 1;
      const idField = idFields[kind];
      if (idField !== undefined) noteId(content.ids, kind, row[idField]);
      countUse(content.use, kind, row);
      if (kind === "files" && (await isThere({ archive, signal }, row))) files += 1;
    }
    content.counts[kind] = count;
    if (count !== summary.rows[kind])
      throw new DamagedArchive(`${kind}.ndjson does not have as many lines as summary.json says.`);
  }
  if (files !== summary.files)
    throw new DamagedArchive("It does not have as many files as summary.json says.");
  return content;
}

function noteId(
  ids: Record<string, { first: number; last: number }>,
  kind: string,
  given: unknown,
): void {
  if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 1)
    throw new DamagedArchive(`${kind}.ndjson has something without an id.`);
  const known = (ids[kind] ??= { first: given, last: given });
  known.first = Math.min(known.first, given);
  known.last = Math.max(known.last, given);
  if (known.last - known.first > maxSpan)
    throw new DamagedArchive(`Ids in ${kind}.ndjson are too far apart.`);
}

function countUse(use: ImportUse, kind: string, row: unknown): void {
  if (kind === "channels") use.channels += 1;
  if (kind === "files") use.storedMib += parsed(file, kind, row).size / (1024 * 1024);
  if (kind !== "people") return;
  const one = parsed(account, kind, row);
  if (!one.is_active || one.is_system_bot) return;
  if (one.bot_type === 3) use.outgoingWebhooks += 1;
  if (one.is_bot) use.bots += 1;
  else if (one.role === roles.guest) use.guests += 1;
  else use.people += 1;
}

async function isThere(
  { archive, signal }: { readonly archive: ArchiveFile; readonly signal: AbortSignal },
  row: unknown,
): Promise<boolean> {
  const path = `files/${parsed(file, "files", row).path_id}`;
  if (!archive.has(path)) return false;
  for await (const _ of archive.bytes(path)) signal.throwIfAborted();
  return true;
}

function parsed<T extends z.ZodType>(schema: T, kind: string, row: unknown): z.output<T> {
  const { data, success } = schema.safeParse(row);
  if (!success) throw new DamagedArchive(`${kind}.ndjson has a line that is none of ours.`);
  return data;
}

/** Keeps ids for everything, each kind by the service that has it, in the order in which they are in the archive. */
export async function reserveShifts(
  { db, peers }: Pick<Context, "db" | "peers">,
  realmId: number,
  { ids }: Content,
): Promise<Readonly<Record<string, Shift>>> {
  const countsOf = (service: keyof typeof importedIds) =>
    Object.fromEntries(
      Object.keys(importedIds[service]).flatMap((kind) => {
        const known = ids[kind];
        return known === undefined ? [] : [[kind, known.last - known.first + 1]];
      }),
    );
  const firsts: Record<string, number> = {};
  for (const service of ["users", "channels"] as const) {
    const input = { realmId, counts: countsOf(service) };
    const reserved = await peers[service].call(importOperations[service].reserve, self, input, {
      realmId,
    });
    Object.assign(firsts, reserved.firsts);
  }
  for (const [kind, count] of Object.entries(countsOf("messages")))
    firsts[kind] = await reserveIds(db, ownSequences[kind] ?? "", count);
  return Object.fromEntries(
    Object.entries(ids).map(([kind, { first, last }]) => [
      kind,
      { first, last, by: (firsts[kind] ?? first) - first },
    ]),
  );
}

/** Writes down what is to be done, for whoever goes on. */
export function planOf(
  { counts }: Content,
  move: ImportPlan["move"],
  { files }: { readonly files: number },
): ImportPlan {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { move, counts: { ...counts }, rows, files };
}
