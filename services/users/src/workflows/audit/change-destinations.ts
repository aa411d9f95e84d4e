import { randomBytes } from "node:crypto";

import { auditServices } from "@team-chat/contract";
import type { Connection } from "@team-chat/pg";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import {
  checkedAuthorization,
  checkedName,
  checkedUrl,
  checkKeepsServer,
  unknownDestination,
} from "../../policies/audit/destinations.ts";
import {
  deleteDestination,
  type DestinationRow,
  insertDestination,
  listDestinationRows,
  lockDestination,
  updateDestination,
} from "../../queries/audit/destinations.ts";
import {
  type AuditPositions,
  auditStart,
  beyondEnd,
  placeOf,
} from "../../values/audit-positions.ts";
import { auditSecrets } from "../../values/audit-secrets.ts";
import { changeRealm } from "../change-realm.ts";
import { loadEnds } from "./load-ends.ts";

type Site = Parameters<typeof changeRealm>[1];
/** Refuses whoever may not change destinations. */
type Check = (db: Connection) => Promise<void>;

interface NewDestination {
  readonly name: string;
  readonly url: string;
  readonly authorization?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Has the audit log sent to a server. @throws BAD_REQUEST, SERVICE_UNAVAILABLE, and what the check throws */
export async function addDestination(
  ctx: Context,
  realm: Site,
  { check, given }: { readonly check: Check; readonly given: NewDestination },
): Promise<{ readonly id: number; readonly secret: string }> {
  await check(ctx.db);
  const name = checkedName(given.name);
  const url = checkedUrl(given.url, rulesOf(ctx));
  const authorization = checkedAuthorization(given.authorization ?? "");
  const place = await loadStart(ctx, realm.id, given.cursor);
  const signingKey = randomBytes(32).toString("base64");
  const sealed = await ctx.signIns.texts.seal({ signingKey, authorization });
  const hasAuthorization = authorization !== null;
  const id = await changeRealm(ctx, realm, async ({ begin, tx }) => {
    await check(tx);
    checkRoom("auditDestinations", (await listDestinationRows(tx, realm.id)).length);
    const now = new Date((await begin({})).nowMs);
    const row = { name, url, sealed, hasAuthorization, place, now };
    return insertDestination(tx, realm.id, row);
  });
  return { id, secret: `whsec_${signingKey}` };
}

function rulesOf({ auditTargets: { guard }, mode }: Context) {
  return { guard, mayBePlain: mode === "development" };
}

async function loadStart(
  ctx: Context,
  realmId: number,
  cursor: string | undefined,
): Promise<AuditPositions> {
  if (cursor === undefined) return auditStart;
  const place = placeOf(realmId, cursor);
  const end = (await loadEnds(ctx, [realmId]))(realmId);
  if (auditServices.some((service) => place[service] > end[service])) throw beyondEnd();
  return place;
}

interface DestinationChange {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  /** Empty for none. */
  readonly authorization?: string | undefined;
  readonly isPaused?: boolean | undefined;
}

interface Changing {
  readonly id: number;
  readonly check: Check;
}

/** Changes where the audit log is sent to. @throws BAD_REQUEST, and what the check throws */
export async function changeDestination(
  ctx: Context,
  realm: Site,
  { check, given, id }: Changing & { readonly given: DestinationChange },
): Promise<void> {
  await changeRealm(ctx, realm, async ({ begin, tx }) => {
    await check(tx);
    const before = await lockDestination(tx, { realmId: realm.id, id });
    if (before === null) throw unknownDestination();
    const changed = changedSettings(ctx, before, given);
    const secrets = await changedSecrets(ctx, before, given);
    const now = new Date((await begin({})).nowMs);
    await updateDestination(tx, { realmId: realm.id, id, ...changed, ...secrets, now });
  });
}

function changedSettings(
  ctx: Context,
  before: DestinationRow,
  { authorization, isPaused, name, url }: DestinationChange,
): Pick<DestinationRow, "isPaused" | "name" | "url"> {
  const wanted = url === undefined ? before.url : checkedUrl(url, rulesOf(ctx));
  if (authorization === undefined) checkKeepsServer(before, wanted);
  return {
    name: name === undefined ? before.name : checkedName(name),
    url: wanted,
    isPaused: isPaused ?? before.isPaused,
  };
}

async function changedSecrets(
  { signIns: { texts } }: Context,
  { hasAuthorization, sealed }: DestinationRow,
  { authorization: given }: DestinationChange,
): Promise<Pick<DestinationRow, "hasAuthorization" | "sealed">> {
  if (given === undefined) return { sealed, hasAuthorization };
  const authorization = checkedAuthorization(given);
  const secrets = await texts.open(sealed, auditSecrets);
  if (secrets === null) throw unknownDestination();
  const anew = await texts.seal({ ...secrets, authorization });
  return { sealed: anew, hasAuthorization: authorization !== null };
}

/** Has the audit log sent there no more. @throws BAD_REQUEST, and what the check throws */
export async function removeDestination(
  ctx: Context,
  realm: Site,
  { check, id }: Changing,
): Promise<void> {
  await changeRealm(ctx, realm, async ({ begin, tx }) => {
    await check(tx);
    if (!(await deleteDestination(tx, { realmId: realm.id, id }))) throw unknownDestination();
    await begin({});
  });
}
