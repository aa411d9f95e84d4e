import type { Nats } from "./connect.ts";
import { openEpochs } from "./epochs.ts";

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
    const previousSeq = current?.revision ?? 0;
    const isPut = await epochs.put(key, JSON.stringify(record), { previousSeq }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && /wrong last sequence/.test(error.message)) return false;
        throw error;
      },
    );
    if (isPut) return term;
  }
}

/** Reads what `markLoss` wrote last; empty when it never did. */
export async function lossMark(nats: Nats): Promise<string> {
  const entry = await (await openEpochs(nats)).get(lossKey);
  return entry?.string() ?? "";
}

/**
 * Tells all processes that a database has lost what was committed, so that nobody goes on with what is in memory.
 * Losses with the same mark are one.
 */
export async function markLoss(nats: Nats, mark: string): Promise<void> {
  await (await openEpochs(nats)).put(lossKey, mark);
}
