// See docs/erasure.md#how-it-is-done.
import { setTimeout } from "node:timers/promises";

import {
  countPersonOperations,
  erasePersonOperations,
  findErasureFacts,
} from "@team-chat/contract";
import type { RowCount } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { countErasedRows } from "../../queries/accounts/erased-rows.ts";
import {
  beginErasure,
  endErasure,
  type ErasureRow,
  noteErased,
  putOffErasure,
} from "../../queries/accounts/erasures.ts";

const self = { kind: "service", name: "users" } as const;
/** Services that have something of people, in the order in which they are asked. */
const others = [
  {
    service: "webhooks",
    erase: erasePersonOperations.webhooks,
    count: countPersonOperations.webhooks,
  },
  {
    service: "channels",
    erase: erasePersonOperations.channels,
    count: countPersonOperations.channels,
  },
  {
    service: "messages",
    erase: erasePersonOperations.messages,
    count: countPersonOperations.messages,
  },
] as const;
const againMs = 10_000;
/** Shortest rest between two parts. */
const restMs = 50;

/** A person whom nobody else erases at this moment. */
interface Erasing {
  readonly ctx: Context;
  readonly person: AccountRef;
  /** Ends the work between two parts; somebody else goes on. */
  readonly signal: AbortSignal;
}

/**
 * Deletes what other services have of a person whose account is a placeholder, and looks everywhere in the end whether
 * anything is left. Every step may be repeated: whoever is interrupted leaves the rest to the next.
 */
export async function erasePerson({ ctx, person, signal }: Erasing): Promise<void> {
  const begun = await beginErasure(ctx.db, person);
  if (begun === null) return;
  try {
    for (const one of others) await erasePart({ ctx, person, signal }, begun, one);
    await prove({ ctx, person, signal }, begun);
  } catch (error) {
    if (signal.aborted) return;
    ctx.log.error({ err: error, ...person }, "a person could not be erased, which is tried again");
    const failure = "A part of it could not be deleted; the log says why.";
    await putOffErasure(ctx.db, person, { dueMs: ctx.now() + againMs, failure });
  }
}

/** Has a service delete until nothing is left, and rests as long as that takes. */
async function erasePart(
  { ctx, person, signal }: Erasing,
  { messages }: ErasureRow,
  { erase, service }: (typeof others)[number],
): Promise<void> {
  const { realmId } = person;
  await noteErased(ctx.db, person, { step: service, deleted: 0 });
  for (let isDone = false; !isDone;) {
    signal.throwIfAborted();
    const began = performance.now();
    const part = await ctx[service].call(erase, self, { ...person, messages }, { realmId });
    ({ isDone } = part);
    if (part.deleted > 0)
      await noteErased(ctx.db, person, { step: service, deleted: part.deleted });
    const rest = Math.max(restMs, performance.now() - began);
    if (!isDone) await setTimeout(rest, undefined, { signal });
  }
}

/** Looks through everything that names people, and keeps what was found, and which archives have the person. */
async function prove(
  { ctx, person }: Erasing,
  { messages, requestedAt }: ErasureRow,
): Promise<void> {
  const { realmId } = person;
  const about = { realmId };
  const found: { service: string; place: string; count: number }[] = [];
  const add = (service: string, places: readonly RowCount[]) => {
    found.push(...places.map((one) => ({ service, ...one })));
  };
  for (const { count, service } of others)
    add(service, (await ctx[service].call(count, self, { ...person, messages }, about)).places);
  add("users", await countErasedRows(ctx.db, person));
  const { exports } = await ctx.messages.call(findErasureFacts, self, person, about);
  const remaining = found.filter((one) => one.count > 0);
  const nowMs = ctx.now();
  const places = found.length;
  const outcome = { places, remaining, exports, nowMs, againMs: nowMs + againMs };
  await endErasure(ctx.db, person, outcome);
  if (remaining.length > 0)
    ctx.log.error({ ...person, remaining }, "something is left of a person, which is tried again");
  else ctx.log.info({ ...person, places, since: requestedAt }, "a person was erased");
}
