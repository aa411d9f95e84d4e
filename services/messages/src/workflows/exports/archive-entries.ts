// What an archive holds, in its order (docs/export.md#what-an-export-has).
import { exportedKinds, type ExportType, personKinds, serverVersion } from "@team-chat/contract";
import { type HeldSnapshot, inHeldSnapshot } from "@team-chat/pg";
import { z } from "zod";

import type { Context } from "../../context.ts";
import { type AttachmentRow, listById } from "../../queries/files/attachments.ts";
import { fileSource } from "../files/file-source.ts";
import { ExportedRows, type KindOf, linesIn } from "./exported-rows.ts";
import { isShortened, openUpload } from "./open-upload.ts";
import { type ArchiveEntry, jsonEntry } from "./zip-archive.ts";

/** Counts the forms of archives: another one is what readers of this one cannot read. */
const formatVersion = 1;

const services = ["users", "channels", "messages"] as const;
const channelLine = z.object({ id: z.number(), is_private: z.boolean() });
const fileLine = z.object({ id: z.number() });

/** Amount that was read since the last time. */
export interface Read {
  readonly kind: string;
  readonly rows: number;
  readonly files: number;
  /** True if there is much of it, so that others should have their turn. */
  readonly isLong: boolean;
}

interface Archived {
  readonly ctx: Pick<Context, "db" | "files" | "peers" | "users">;
  readonly realmId: number;
  /** An export of the organization, or of one person in it. */
  readonly of: { readonly type: ExportType } | { readonly userId: number };
  readonly snapshot: HeldSnapshot;
  /** Told of what is read; rejects when it is not to go on. */
  readonly onRead: (read: Read) => Promise<void>;
}

/** The files of one archive, each of which has to be read before the next is asked for. */
export class ArchiveEntries {
  readonly #archived: Archived;
  readonly #rows: ExportedRows;
  readonly #counts: Record<string, number> = {};
  readonly #missing: string[] = [];
  /** Null for everything. */
  #part: Awaited<ReturnType<ExportedRows["partOf"]>> = null;
  #files = 0;

  constructor(archived: Archived) {
    const { ctx, of, realmId, snapshot } = archived;
    this.#archived = archived;
    const userId = "userId" in of ? of.userId : null;
    this.#rows = new ExportedRows(ctx, { realmId, snapshot: snapshot.id, userId });
  }

  async *all(): AsyncGenerator<ArchiveEntry> {
    const { ctx, of, realmId, snapshot } = this.#archived;
    const isOfPerson = "userId" in of;
    yield jsonEntry("export.json", {
      format: formatVersion,
      server_version: serverVersion,
      organization_id: realmId,
      organization_url: (await ctx.users.current(realmId)).realm?.url ?? "",
      ...(isOfPerson ? { export_type: "person", user_id: of.userId } : { export_type: of.type }),
      exported_at: snapshot.takenAt.toISOString(),
    });
    this.#part = isOfPerson ? null : await this.#rows.partOf(of.type);
    const kinds = isOfPerson ? personKinds : exportedKinds;
    for (const service of services)
      for (const kind of kinds[service])
        yield { path: `${kind}.ndjson`, bytes: this.#lines({ service, kind }), compress: true };
    for await (const file of this.#uploads()) yield* this.#upload(file);
    yield jsonEntry("summary.json", {
      rows: this.#counts,
      files: this.#files,
      missing_files: this.#missing,
    });
  }

  async *#lines(of: KindOf): AsyncGenerator<Uint8Array> {
    const { kind } = of;
    this.#counts[kind] = 0;
    for await (const { bytes, next, rows } of this.#rows.pages(of, this.#part)) {
      yield Buffer.concat(bytes);
      this.#counts[kind] += rows;
      if (kind === "channels") this.#part?.channels.push(...publicChannels(bytes));
      await this.#archived.onRead({ kind, rows, files: 0, isLong: next !== null });
    }
  }

  async *#uploads(): AsyncGenerator<AttachmentRow> {
    const { ctx, realmId, snapshot } = this.#archived;
    const files = { service: "messages", kind: "files" } as const;
    for await (const { bytes } of this.#rows.pages(files, this.#part)) {
      const ids = linesIn(bytes).map((line) => fileLine.parse(line).id);
      yield* await inHeldSnapshot(ctx.db, snapshot.id, (tx) => listById(tx, realmId, ids));
    }
  }

  /** A file of which the first bytes are not there is left out, one that ends early is what it is; both are named. */
  async *#upload(file: AttachmentRow): AsyncGenerator<ArchiveEntry> {
    const { ctx, onRead, realmId } = this.#archived;
    const { contentType, pathId } = file;
    const opened = await openUpload(fileSource(ctx, realmId, file));
    if (opened === null) {
      this.#missing.push(pathId);
      return;
    }
    const bytes = this.#counted(opened, file);
    yield { path: `files/${pathId}`, bytes, compress: isShortened(contentType) };
    this.#files += 1;
    await onRead({ kind: "uploads", rows: 0, files: 1, isLong: true });
  }

  async *#counted(
    bytes: AsyncIterable<Uint8Array>,
    { pathId, size }: AttachmentRow,
  ): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const chunk of bytes) {
      length += chunk.length;
      yield chunk;
    }
    if (length < size) this.#missing.push(pathId);
  }
}

function publicChannels(bytes: readonly Uint8Array[]): number[] {
  const channels = linesIn(bytes).map((line) => channelLine.parse(line));
  return channels.filter((channel) => !channel.is_private).map(({ id }) => id);
}
