// See docs/erasure.md#what-goes.
import { deletePersonRows } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { deleteArchived, unclaimFiles } from "../../queries/archive/emptying.ts";
import { lockHolds } from "../../queries/archive/legal-holds.ts";
import { listPersonExportRows } from "../../queries/exports/person-exports.ts";
import { deleteAttachmentOf } from "../../queries/files/attachments.ts";
import { noteRemovalsOf } from "../../queries/files/file-removals.ts";
import { addStoredBytes } from "../../queries/files/stored-bytes.ts";
import {
  deleteHeldFiles,
  listArchivedIds,
  listFileIds,
  type PersonRef,
  treatedApart,
} from "../../queries/people/erased-rows.ts";
import { deletePersonExport } from "./exported-people.ts";

/** Of one transaction: what waits for it waits for milliseconds. */
const filesAtOnce = 50;
const messagesAtOnce = 500;

/** Deletes a person's drafts, flags and whatever else nobody else sees. How many rows there were. */
export function eraseRows({ db }: Pick<Context, "db">, person: PersonRef): Promise<number> {
  return db.transaction((tx) => deletePersonRows(tx, { ...person, except: treatedApart }));
}

/** Deletes exports of the person that have ended. How many there were. */
export async function eraseExports(
  { db, now }: Pick<Context, "db" | "now">,
  { realmId, userId }: PersonRef,
): Promise<number> {
  const ended = (await listPersonExportRows(db, realmId)).filter(
    (row) => row.userId === userId && (row.state === "done" || row.state === "failed"),
  );
  for (const { id } of ended)
    await db.transaction((tx) => deletePersonExport(tx, { of: "person", realmId, id }, now()));
  return ended.length;
}

/** Deletes the next files of a person; links to them lead nowhere then. How many there were. */
export function eraseFiles(
  ctx: Pick<Context, "now" | "outbox">,
  person: PersonRef,
): Promise<number> {
  const { realmId, userId } = person;
  return ctx.outbox.transaction(
    realmId,
    async (tx) => {
      await lockHolds(tx, realmId, { alone: false });
      const nowMs = ctx.now();
      const files = [...(await deleteHeldFiles(tx, person))];
      let bytes = 0;
      for (const id of await listFileIds(tx, person, filesAtOnce)) {
        const gone = await deleteAttachmentOf(tx, { realmId, userId, id });
        if (gone === null) continue;
        files.push(gone);
        bytes += gone.size;
      }
      if (files.length === 0) return 0;
      await noteRemovalsOf(tx, realmId, { files, atMs: nowMs });
      await addStoredBytes(tx, { realmId, added: -bytes, nowMs });
      return files.length;
    },
    { gateFirst: true },
  );
}

/** Deletes the next messages of a person that the archive still has. How many there were. */
export function eraseArchived({ db }: Pick<Context, "db">, person: PersonRef): Promise<number> {
  const { realmId } = person;
  return db.transaction(async (tx) => {
    await lockHolds(tx, realmId, { alone: false });
    const ids = await listArchivedIds(tx, person, messagesAtOnce);
    if (ids.length > 0) await unclaimFiles(tx, realmId, await deleteArchived(tx, realmId, ids));
    return ids.length;
  });
}
