import { exportedKinds, importOperations } from "@team-chat/contract";
import { insertImportedRows, Moved, type Row } from "@team-chat/transfer";

import type { Context } from "../../context.ts";
import { exportedTables } from "../../queries/exports/exported-tables.ts";
import { importedTables } from "../../queries/imports/imported-tables.ts";
import { markAttachments } from "../../queries/imports/mark-attachments.ts";
import type { ImportPlan } from "../../queries/imports/realm-imports.ts";
import type { ArchiveFile } from "./archive-file.ts";
import { importFile } from "./import-file.ts";

const self = { kind: "service", name: "messages" } as const;

/**
 * Kinds in the order in which they are taken in: what others refer to first, and last what may become due by itself.
 */
export const importOrder = [
  "organization",
  "icon",
  "domains",
  "blocked_addresses",
  "linkifiers",
  "playgrounds",
  "profile_fields",
  "people",
  "addresses",
  "personal_settings",
  "unproven_addresses",
  "avatars",
  "statuses",
  "identities",
  "snippets",
  "navigation_views",
  "outgoing_webhooks",
  "bot_storage",
  "emoji",
  "emoji_pictures",
  "groups",
  "group_members",
  "subgroups",
  "invitations",
  "channel_folders",
  "channels",
  "subscriptions",
  "topic_visibilities",
  "conversations",
  "messages",
  "reactions",
  "submessages",
  "received",
  "flags",
  "drafts",
  "files",
  "file_links",
  "scheduled_messages",
] as const;

/** Of a page: few enough that neither the database nor a process notices one. */
const maxRows = 200;
const maxBytes = 1_000_000;

/** Rows of a kind that stand behind each other. */
interface Page {
  readonly kind: string;
  readonly rows: readonly Row[];
  /** True if more may follow, so that others should have their turn. */
  readonly isFull: boolean;
}

/** Divides what an archive has of a kind into pages, behind rows that are there already. */
export async function* pagesOf(
  archive: ArchiveFile,
  kind: string,
  skipped: number,
): AsyncGenerator<Page> {
  let rows: Row[] = [];
  let size = 0;
  let seen = 0;
  // A file is a page of its own, so that none is written twice without need.
  const most = kind === "files" ? 1 : maxRows;
  for await (const { bytes, row } of archive.lines(kind)) {
    seen += 1;
    if (seen <= skipped) continue;
    rows.push(row);
    size += bytes;
    if (rows.length < most && size < maxBytes) continue;
    yield { kind, rows, isFull: true };
    rows = [];
    size = 0;
  }
  if (rows.length > 0) yield { kind, rows, isFull: false };
}

interface Importing {
  readonly ctx: Context;
  readonly archive: ArchiveFile;
  readonly plan: ImportPlan;
}

/** Has the service that owns a kind take a page in; once more does no harm. Returns the number of files. */
export async function importPage(
  { archive, ctx, plan: { move } }: Importing,
  { kind, rows }: Page,
): Promise<number> {
  const { realmId } = move.to;
  const service = (["users", "channels"] as const).find((name) =>
    exportedKinds[name].some((one) => one === kind),
  );
  if (service !== undefined) {
    const input = { move, kind, rows: [...rows] };
    await ctx.peers[service].call(importOperations[service].rows, self, input, { realmId });
    return 0;
  }
  const imported = importedTables.find((table) => table.kind === kind);
  const exported = exportedTables.find((table) => table.kind === kind);
  if (imported === undefined || exported === undefined)
    throw new Error(`Archives have no kind ${kind}.`);
  const moved = new Moved(move);
  if (kind === "files") {
    let files = 0;
    for (const row of rows)
      files += await importFile({ archive, ctx }, { imported, exported, moved, row });
    return files;
  }
  await ctx.db.transaction(async (tx) => {
    await insertImportedRows(tx, imported, { exported, moved, rows });
    if (kind === "file_links") {
      const ids = rows.map((row) => moved.id("messages", row["message_id"]) ?? 0);
      await markAttachments(tx, realmId, ids);
    }
  });
  return 0;
}
