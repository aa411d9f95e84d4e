import type { Nats } from "./connect.ts";
import { openEpochs, putIfUnchanged } from "./epochs.ts";

/** Term in which a service writes, and the server that it writes on. */
export interface TermRecord {
  readonly term: number;
  readonly server: string;
}

/** Names the entry of the bucket of epochs that `markLoss` writes. */
export const lossKey = "loss";

/** Names the entry of the bucket of epochs that says in which term a service writes. */
export function termKey(service: string): string {
  return `term.${service}`;
}

/** Reads an entry of `termKey`. */
export function parseTerm(text: string): TermRecord {
  return JSON.parse(text) as TermRecord;
}

/** Finds the newest term of a service; null before the first. */
export async function findTermRecord(nats: Nats, service: string): Promise<TermRecord | null> {
  const entry = await (await openEpochs(nats)).get(termKey(service));
  return entry?.operation === "PUT" ? parseTerm(entry.string()) : null;
}

/**
 * Takes the next term of a service for a server: one above all that were taken before, and above `above`. No two
 * callers get the same.
 */
export async function reserveTerm(
  nats: Nats,
  service: string,
  { above, server }: { readonly above: number; readonly server: string },
): Promise<number> {
  const epochs = await openEpochs(nats);
  const key = termKey(service);
  for (;;) {
    const current = await epochs.get(key);
    const taken = current?.operation === "PUT" ? parseTerm(current.string()).term : 0;
    const term = Math.max(taken, above) + 1;
    const record: TermRecord = { term, server };
    if (await putIfUnchanged(epochs, current, { key, value: JSON.stringify(record) })) return term;
  }
}

/** Reads the mark of the last loss; empty when there was none. */
export async function lossMark(nats: Nats): Promise<string> {
  const entry = await (await openEpochs(nats)).get(lossKey);
  return entry?.string() ?? "";
}

/** Servers that a loss is between. */
interface LossOf {
  /** The server that lacks something. */
  readonly server: string;
  /** The server that was written on before; null when it is the same. */
  readonly left: string | null;
}

/**
 * Tells all processes that a database has lost what was committed, so that nobody goes on with what is in memory.
 * Losses of one server, as services that share it find them, are one; those of the server that goes on being written on
 * are each another.
 */
export async function markLoss(nats: Nats, { left, server }: LossOf): Promise<void> {
  const mark = left === null ? `${server} again ${Date.now()}` : `${server} after ${left}`;
  await (await openEpochs(nats)).put(lossKey, mark);
}

/** Tells whether one of the services has yet to compare its database with the stream after the last loss. */
export async function isComparing(nats: Nats, services: readonly string[]): Promise<boolean> {
  const [, left] = (await lossMark(nats)).split(" after ");
  if (left === undefined) return false;
  const records = await Promise.all(services.map((service) => findTermRecord(nats, service)));
  return records.some((record) => record?.server === left);
}
