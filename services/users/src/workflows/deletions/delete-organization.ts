// See docs/adr/0028-deleting-organizations.md.
import { setTimeout } from "node:timers/promises";

import {
  closeLegalHolds,
  countLegalHolds,
  countRealmOperations,
  deleteRealmOperations,
  type DeletionStep,
  deletionSteps,
} from "@team-chat/contract";
import { deleteRealmByStep } from "@team-chat/outbox";
import { countRealmRows, type DeletedPart, type RowCount } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import {
  beginDeletion,
  countActionInputs,
  endDeletion,
  eraseActionInputs,
  keepUsage,
  noteDeleted,
  putOffDeletion,
  takeBackBegin,
} from "../../queries/organization/deletions.ts";
import { loadUsage } from "../organization/load-usage.ts";

const self = { kind: "service", name: "users" } as const;
/** Services that have something of organizations, in the order in which they are asked. */
const others = [
  {
    service: "webhooks",
    deleteRealm: deleteRealmOperations.webhooks,
    countRealm: countRealmOperations.webhooks,
  },
  {
    service: "channels",
    deleteRealm: deleteRealmOperations.channels,
    countRealm: countRealmOperations.channels,
  },
  {
    service: "messages",
    deleteRealm: deleteRealmOperations.messages,
    countRealm: countRealmOperations.messages,
  },
] as const;
const dayMs = 86_400_000;
/** Days of which it is kept what was used, for a last bill. */
const usageDays = 366;
const againMs = 30_000;
/** Shortest rest between two parts, in which events are published that still wait. */
const restMs = 50;

/** Tables that outlive an organization: what its operators did, and this deletion itself. */
const lasting: readonly string[] = ["operator_action", "realm_deletion"];
/** Says until the end that the organization is suspended, and that there is one. */
const last: readonly string[] = ["realm", "realm_version"];

/** An organization that nobody else deletes at this moment. */
interface Deleting {
  readonly ctx: Context;
  readonly realmId: number;
  /** Ends the work between two parts; somebody else goes on. */
  readonly signal: AbortSignal;
}

/**
 * Deletes an organization that is due, step by step, from all services, and looks everywhere in the end whether
 * anything is left. Every step may be repeated: whoever is interrupted leaves the rest to the next.
 */
export async function deleteOrganization(deleting: Deleting): Promise<void> {
  const { ctx, realmId, signal } = deleting;
  // An operator may have begun one at the moment at which another had it deleted.
  const { count } = await ctx.messages.call(countLegalHolds, self, { realmId }, { realmId });
  if (count > 0) {
    reportHolds(ctx, realmId, count);
    return;
  }
  const begun = await beginDeletion(ctx.db, { realmId, nowMs: ctx.now() });
  if (begun === null) return;
  if (begun.tries === 1) ctx.log.info({ realmId }, "an organization is being deleted");
  try {
    // It cannot be cancelled any more: so none can begin behind this in an organization that stays.
    const held = await ctx.messages.call(closeLegalHolds, self, { realmId }, { realmId });
    if (held.count > 0) {
      reportHolds(ctx, realmId, held.count);
      await takeBackBegin(ctx.db, realmId);
      return;
    }
    await keepLastUsage(ctx, realmId);
    for (const step of deletionSteps) {
      for (const { deleteRealm, service } of others)
        await deletePart(deleting, `${service}: ${step}`, () =>
          ctx[service].call(deleteRealm, self, { realmId, step }, { realmId }),
        );
      await deletePart(deleting, `users: ${step}`, () => deleteOwn(ctx, realmId, step));
      if (step === "published")
        await deletePart(deleting, "events", async () => {
          const deleted = await ctx.realmEvents.deleteSome(realmId);
          return { deleted, isDone: deleted === 0 };
        });
    }
    await eraseActionInputs(ctx.db, realmId);
    await prove(deleting);
  } catch (error) {
    if (signal.aborted) return;
    ctx.log.error(
      { err: error, realmId },
      "an organization could not be deleted, which is tried again",
    );
    const failure = "A part of it could not be deleted; the log says why.";
    await putOffDeletion(ctx.db, { realmId, dueMs: ctx.now() + againMs, failure });
  }
}

function reportHolds({ log }: Context, realmId: number, holds: number): void {
  log.warn({ realmId, holds }, "an organization is not deleted: legal holds are on");
}

async function keepLastUsage(ctx: Context, realmId: number): Promise<void> {
  const nowMs = ctx.now();
  const from = dayOf(nowMs - (usageDays - 1) * dayMs);
  await keepUsage(ctx.db, realmId, await loadUsage(ctx, { realmId, from, to: dayOf(nowMs) }));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function deleteOwn({ db }: Context, realmId: number, step: DeletionStep): Promise<DeletedPart> {
  const except = step === "rest" ? lasting : [...lasting, ...last];
  return deleteRealmByStep(db, { realmId, step, except });
}

/** Deletes a part until nothing is left of it, and rests as long as that takes: it has half of a connection at most. */
async function deletePart(
  { ctx, realmId, signal }: Deleting,
  step: string,
  deleteSome: () => Promise<DeletedPart>,
): Promise<void> {
  await noteDeleted(ctx.db, { realmId, step, deleted: 0 });
  for (;;) {
    signal.throwIfAborted();
    const began = performance.now();
    const { deleted, isDone } = await deleteSome();
    if (deleted > 0) await noteDeleted(ctx.db, { realmId, step, deleted });
    if (isDone) return;
    await setTimeout(Math.max(restMs, performance.now() - began), undefined, { signal });
  }
}

/** Looks through every table, stream, bucket and folder, and keeps what was found. */
async function prove({ ctx, realmId }: Deleting): Promise<void> {
  const found: { service: string; place: string; count: number }[] = [];
  const add = (service: string, places: readonly RowCount[]) => {
    found.push(...places.map((one) => ({ service, ...one })));
  };
  for (const { countRealm, service } of others)
    add(service, (await ctx[service].call(countRealm, self, { realmId }, { realmId })).places);
  const own = await countRealmRows(ctx.db, realmId);
  add(
    "users",
    own.filter(({ place }) => !lasting.includes(place)),
  );
  add("users", [
    { place: "operator_action.input", count: await countActionInputs(ctx.db, realmId) },
  ]);
  add("nats", await ctx.realmEvents.count(realmId));
  const remaining = found.filter(({ count }) => count > 0);
  const nowMs = ctx.now();
  const places = found.length;
  await endDeletion(ctx.db, { realmId, places, remaining, nowMs, againMs: nowMs + againMs });
  if (remaining.length === 0) ctx.log.info({ realmId, places }, "an organization was deleted");
  else
    ctx.log.error(
      { realmId, remaining },
      "something is left of an organization, which is tried again",
    );
}
