// What the archive of a legal hold has, in its order (docs/legal-holds.md#what-an-export-has).
import type { HoldExportRecord, HoldRecord } from "@team-chat/contract";
import { type HeldSnapshot, inHeldSnapshot, type Transaction } from "@team-chat/pg";
import { manifestPath, signaturePath } from "@team-chat/proof";

import type { Context } from "../../context.ts";
import {
  type HeldFile,
  type HeldPage,
  type HeldQuestion,
  listHeldFiles,
  listHeldMessages,
} from "../../queries/archive/held-records.ts";
import { noteRoot, noteSigningKey } from "../../queries/archive/hold-exports.ts";
import type { ExportTry } from "../../queries/exports/tries.ts";
import type { Read } from "../exports/archive-entries.ts";
import { NotMine } from "../exports/keep-archive.ts";
import { type ArchiveEntry, jsonText } from "../exports/zip-archive.ts";
import { ArchiveNames } from "./archive-names.ts";
import { AttachmentEntry } from "./attachment-entry.ts";
import { auditHeads } from "./audit-heads.ts";
import { manifestOf } from "./manifest.ts";
import { presentFile, presentMessage } from "./present-records.ts";
import { type HeldRecord, RecordWriter } from "./record-writer.ts";

interface Archived {
  readonly ctx: Pick<Context, "db" | "files" | "now" | "peers" | "proofKeys" | "users">;
  readonly mine: ExportTry;
  readonly snapshot: HeldSnapshot;
  /** Told of what is read; rejects when it is not to go on. */
  readonly onRead: (read: Read) => Promise<void>;
  /** As of the snapshot. */
  readonly hold: HoldRecord;
  readonly asked: HoldExportRecord;
}

type Which = Parameters<typeof listHeldMessages>[1];

/** The files of one archive, each of which has to be read before the next is asked for. */
export class HoldEntries {
  readonly #archived: Archived;
  readonly #names: ArchiveNames;
  readonly #writer = new RecordWriter();
  #missing = 0;

  constructor(archived: Archived) {
    const { ctx, mine, snapshot } = archived;
    this.#archived = archived;
    this.#names = new ArchiveNames(ctx, { realmId: mine.realmId, snapshot });
  }

  async *all(): AsyncGenerator<ArchiveEntry> {
    const { hold, asked } = this.#archived;
    const names = this.#names;
    await names.load();
    for (const id of [hold.userId, hold.begunBy, hold.endedBy, asked.askedBy]) names.person(id);
    names.channel(hold.channelId);
    yield* this.#writer.write("messages", this.#messages("live"));
    yield* this.#writer.write("deleted_messages", this.#messages("deleted"));
    yield* this.#files("files", "live");
    yield* this.#files("deleted_files", "deleted");
    yield* this.#writer.write("subscribers", names.subscribers());
    yield* this.#writer.write("channels", listed(names.channels()));
    yield* this.#writer.write("people", listed(names.people()));
    yield* this.#proof();
  }

  async *#pages<Row>(
    kind: string,
    list: (tx: Transaction, question: HeldQuestion) => Promise<HeldPage<Row>>,
  ): AsyncGenerator<readonly Row[]> {
    const { ctx, hold, mine, onRead, snapshot } = this.#archived;
    const of = { realmId: mine.realmId, holdId: hold.id };
    for (let afterId: number | null = 0; afterId !== null;) {
      const question: HeldQuestion = { ...of, afterId };
      const page = await inHeldSnapshot(ctx.db, snapshot.id, (tx) => list(tx, question));
      yield page.rows;
      await onRead({ kind, rows: page.rows.length, files: 0, isLong: page.next !== null });
      afterId = page.next;
    }
  }

  async *#messages(which: Which): AsyncGenerator<HeldRecord> {
    const list = (tx: Transaction, of: HeldQuestion) => listHeldMessages(tx, which, of);
    for await (const page of this.#pages(`${which} messages`, list))
      for (const row of page) yield presentMessage(row, this.#names);
  }

  /** Writes the files of each page, and then their records, which have the hashes of what was written. */
  async *#files(kind: string, which: Which): AsyncGenerator<ArchiveEntry> {
    const list = (tx: Transaction, of: HeldQuestion) => listHeldFiles(tx, which, of);
    for await (const page of this.#pages(`${which} files`, list)) {
      const records: HeldRecord[] = [];
      for (const file of page) {
        const attachment = this.#attachment(file, which);
        yield* attachment.entries();
        if (attachment.bytes < file.size) this.#missing += 1;
        records.push(presentFile(file, attachment, this.#names));
        await this.#archived.onRead({ kind, rows: 0, files: 1, isLong: true });
      }
      yield* this.#writer.write(kind, listed(records));
    }
  }

  #attachment(file: HeldFile, which: Which): AttachmentEntry {
    const { ctx, mine } = this.#archived;
    const table = which === "live" ? "attachment" : "held_file";
    return new AttachmentEntry(ctx, { ...file, realmId: mine.realmId, table });
  }

  /** Writes what proves all of it. @throws NotMine */
  async *#proof(): AsyncGenerator<ArchiveEntry> {
    const { asked, ctx, hold, mine, snapshot } = this.#archived;
    const { realmId } = mine;
    const { realm } = await ctx.users.current(realmId);
    const manifest = manifestOf(
      {
        organization: { id: realmId, url: realm?.url ?? "" },
        hold,
        asked,
        cutAt: snapshot.takenAt,
        auditHeads: await auditHeads(ctx, realmId, snapshot),
        missingFiles: this.#missing,
        writer: this.#writer,
      },
      this.#names,
    );
    const text = jsonText(manifest);
    const signature = ctx.proofKeys.sign(text);
    await noteSigningKey(ctx.db, signature.public_key, ctx.now());
    if (!(await noteRoot(ctx.db, mine, manifest.root))) throw new NotMine("It is made elsewhere.");
    yield { path: manifestPath, bytes: listed([text]), compress: true };
    yield { path: signaturePath, bytes: listed([jsonText(signature)]), compress: true };
  }
}

async function* listed<T>(all: Iterable<T>): AsyncGenerator<T> {
  yield* all;
}
