import { note } from "@team-chat/audit";
import { listLimits, roles } from "@team-chat/contract";
import { type DeliveryKind, hour, minute, second, waitFrom } from "@team-chat/delivery";

import type { Context } from "../../context.ts";
import { listOwnerIds } from "../../queries/audit/destinations.ts";
import {
  advance,
  claimDestinations,
  type ClaimedDestination,
  fail,
  letGo,
  moveBack,
  renewDestinationClaims,
} from "../../queries/audit/sending.ts";
import { insertNotice } from "../../queries/groups/notices.ts";
import { auditSecrets } from "../../values/audit-secrets.ts";
import { postLines } from "./post-lines.ts";
import { readOn } from "./read-on.ts";

/** Waits before the second, third, … try; the last one comes again and again. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour];
/** For so long tries may have no success before nothing more is sent. */
const pausedAfterMs = 7 * 24 * hour;
/** Delay of a step that could not be begun. */
const notBegunMs = 5 * second;

/** Describes to a worker how the audit log is sent to destinations (docs/subsystems/audit.md#sending). */
export function destinationDeliveries(ctx: Context): DeliveryKind<ClaimedDestination> {
  return {
    name: "audit log",
    claim: ({ limit, now, owner, until }) =>
      claimDestinations(ctx.db, { limit, now, owner, until }),
    renew: (claimed, claim) => renewDestinationClaims(ctx.db, claimed, claim),
    step: (destination) => takeStep(ctx, destination),
  };
}

async function takeStep(ctx: Context, destination: ClaimedDestination): Promise<string> {
  const { id, place, realmId } = destination;
  const secrets = await ctx.signIns.texts.open(destination.sealed, auditSecrets);
  if (secrets === null) return afterFailure(ctx, destination, { failure: sealedForOthers });
  const next = await readOn(ctx, { realmId, place, limit: listLimits.auditEntries }).catch(
    (error: unknown) => {
      const message = "the audit log cannot be read to be sent, and is sent later";
      ctx.log.warn({ err: error, realm: realmId, destination: id }, message);
      return null;
    },
  );
  if (next === null) {
    await letGo(ctx.db, destination, { dueAt: new Date(ctx.now() + notBegunMs) });
    return "put_off";
  }
  if (next.beyond.length > 0) return beginAnew(ctx, destination, next.beyond);
  if (next.lines.length === 0) {
    await letGo(ctx.db, destination, { dueAt: null });
    return "nothing";
  }
  const { failure, pauseMs } = await postLines(ctx, { ...destination, secrets, lines: next.lines });
  if (failure !== null) return afterFailure(ctx, destination, { failure, pauseMs });
  const now = new Date(ctx.now());
  await advance(ctx.db, destination, { now, place: next.place, dueAt: next.isAll ? null : now });
  return "sent";
}

/** Happens where the installation's key was replaced without being given beside the new one. */
const sealedForOthers = "The server cannot read its secrets any more: add it anew.";

/** Sends everything of services again whose log ends before what was taken, as after a restore, and notes that. */
async function beginAnew(
  { db }: Context,
  destination: ClaimedDestination,
  services: readonly (keyof ClaimedDestination["place"])[],
): Promise<string> {
  const { id, place, realmId } = destination;
  const restarted = Object.fromEntries(services.map((service) => [service, 0]));
  await db.transaction(async (tx) => {
    if (!(await moveBack(tx, destination, { ...place, ...restarted }))) return;
    const after = { begins_anew: services.join(",") };
    await note(tx, { realmId, object: "audit_destination", key: { destination_id: id }, after });
  });
  return "begun_anew";
}

interface Trouble {
  readonly failure: string;
  readonly pauseMs?: number | null;
}

/** Plans another try later; where there was no success for a week, pauses the destination and tells owners. */
async function afterFailure(
  ctx: Context,
  destination: ClaimedDestination,
  { failure, pauseMs = null }: Trouble,
): Promise<string> {
  const { failures, failingSince, id, realmId } = destination;
  const now = ctx.now();
  ctx.log.info({ realm: realmId, destination: id, failures }, "the audit log could not be sent");
  if (failingSince !== null && now - failingSince.getTime() >= pausedAfterMs) {
    await pause(ctx, destination, failure);
    return "paused";
  }
  const wait = waitFrom(waits, Math.min(failures + 1, waits.length), Math.random) ?? 0;
  const dueAt = new Date(now + Math.max(wait, pauseMs ?? 0));
  await fail(ctx.db, destination, { failure, now: new Date(now), dueAt });
  return "failed";
}

async function pause(
  { db, now }: Context,
  destination: ClaimedDestination,
  failure: string,
): Promise<void> {
  const { name, realmId } = destination;
  await db.transaction(async (tx) => {
    const isPaused = await fail(tx, destination, { failure, now: new Date(now()), dueAt: null });
    if (!isPaused) return;
    const userIds = await listOwnerIds(tx, realmId, roles.owner);
    const content = `**${name}** has not taken the audit log for a week: ${failure} Nothing is sent there any more until an owner wants it again. No entry is lost.`;
    await insertNotice(tx, realmId, { userIds: [...userIds], content });
  });
}
