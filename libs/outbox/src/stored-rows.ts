import { jetstreamManager } from "@nats-io/jetstream";
import { eventStreamName, type Layout, partitionOf, realmSubject } from "@team-chat/contract";
import { type Nats, readStored } from "@team-chat/nats";

import { isOfRow, type RowIdentity, rowOf } from "./message-id.ts";

interface RealmStream {
  readonly nats: Nats;
  readonly service: string;
  readonly layout: Layout;
  readonly realmId: number;
}

/** Name of the header by which the stream knows a message again. */
export const idHeader = "Nats-Msg-Id";
/** The database's clock and the NATS server's may differ by this much. */
export const clockSkewMs = 60_000;

/** Stream sequences of rows. */
export class StoredSequences {
  readonly #sequences = new Map<string, number>();

  get size(): number {
    return this.#sequences.size;
  }

  add({ id, term }: RowIdentity, sequence: number): void {
    this.#sequences.set(`${id}:${term ?? ""}`, sequence);
  }

  /** Returns the sequence of the row, also when an earlier release stored it without its term. */
  of({ id, term }: RowIdentity): number | undefined {
    return this.#sequences.get(`${id}:${term ?? ""}`) ?? this.#sequences.get(`${id}:`);
  }
}

/** Finds where the stream has the realm's bundles that it stored since a moment. */
export async function storedRowsSince(of: RealmStream, since: Date): Promise<StoredSequences> {
  const partition = partitionOf(of.realmId, of.layout);
  const stored = new StoredSequences();
  const rows = readStored(of.nats, eventStreamName(partition), {
    filter_subjects: realmSubject(partition, of.realmId),
    opt_start_time: new Date(since.getTime() - clockSkewMs).toISOString(),
    headers_only: true,
  });
  for await (const message of rows) {
    const row = rowOf(message.headers?.get(idHeader) ?? "", of.service);
    if (row !== null) stored.add(row, message.seq);
  }
  return stored;
}

/** Tells whether the stream still holds this row at the sequence that was recorded for it. */
export async function isStoredAt(
  of: RealmStream,
  row: RowIdentity & { readonly streamSeq: number },
): Promise<boolean> {
  const manager = await jetstreamManager(of.nats);
  const stream = eventStreamName(partitionOf(of.realmId, of.layout));
  const message = await manager.streams
    .getMessage(stream, { seq: row.streamSeq })
    .catch((error: unknown) => {
      if (error instanceof Error && /no message found|not found/.test(error.message)) return null;
      throw error;
    });
  return message !== null && isOfRow(rowOf(message.header.get(idHeader), of.service), row);
}
