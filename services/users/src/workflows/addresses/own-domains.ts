// See docs/adr/0035-addresses-of-organizations.md.
import { encodeAudience, mostAddresses } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import { isDomain } from "../../policies/organization/sites.ts";
import { recordName, recordValue } from "../../present/addresses.ts";
import {
  type AddressRow,
  deleteAddress,
  findAddressRow,
  insertAddress,
  listAddressRows,
  updateAddressProven,
  updateMainDomain,
} from "../../queries/organization/addresses.ts";
import { loadRealm, stampRealm } from "../../queries/organization/realms.ts";
import { changeRealm } from "../change-realm.ts";
import type { Change } from "../change.ts";

/** Notes a domain that is to lead to an organization. Repeating it changes nothing. @throws BAD_REQUEST */
export async function addDomain(ctx: Context, realmId: number, given: string): Promise<void> {
  const domain = given.toLowerCase();
  if (!isDomain(domain))
    throw refusal(`'${given}' is no domain: one is a host name with a dot, without port and path.`);
  if (ctx.sites.isBelowRoot(domain))
    throw refusal(`'${domain}' is below this installation's own domain: rename the organization.`);
  await changeRealm(ctx, await loadRealm(ctx.db, realmId), async ({ begin, tx }) => {
    if ((await findAddressRow(tx, realmId, domain)) !== null) return;
    await checkRoom(tx, realmId);
    await begin({});
    await insertAddress(tx, realmId, { address: domain, token: newKey(), isProven: false });
  });
}

/**
 * Has a domain lead to an organization if its owner says so in the DNS. Repeating it changes nothing.
 * @throws BAD_REQUEST, SERVICE_UNAVAILABLE when the DNS does not answer
 */
export async function proveDomain(ctx: Context, realmId: number, given: string): Promise<void> {
  const domain = given.toLowerCase();
  const { provenAt, token } = checkedAddress(await findAddressRow(ctx.db, realmId, domain), given);
  if (provenAt !== null) return;
  await checkRecord(ctx, domain, recordValue(token));
  await changeRealm(ctx, await loadRealm(ctx.db, realmId), async ({ begin, tx }) => {
    const now = checkedAddress(await findAddressRow(tx, realmId, domain), given);
    if (now.provenAt !== null) return;
    // One that was removed and added meanwhile has another record.
    if (now.token !== token) throw refusal(`'${domain}' was changed meanwhile: try again.`);
    await begin({});
    if (!(await updateAddressProven(tx, realmId, domain)))
      throw refusal(`'${domain}' leads to another organization.`);
  });
}

async function checkRecord({ records }: Context, domain: string, value: string): Promise<void> {
  const name = recordName(domain);
  const texts = await records.texts(name);
  if (texts === null)
    throw new AppError("SERVICE_UNAVAILABLE", `The DNS did not answer for '${name}': try later.`);
  if (texts.includes(value)) return;
  const found = texts.length === 0 ? "it has none" : `it has ${String(texts.length)} other`;
  throw refusal(`'${name}' has no TXT record '${value}': ${found}.`);
}

/**
 * Chooses the address to which all others lead. Queues end, because clients are told it when they register.
 * Repeating it changes nothing. @throws BAD_REQUEST
 */
export async function chooseMainAddress(
  ctx: Context,
  realmId: number,
  given: string,
): Promise<void> {
  await changeRealm(ctx, await loadRealm(ctx.db, realmId), async ({ begin, tx }) => {
    const { mainDomain, subdomain } = await loadRealm(tx, realmId);
    const domain = given === subdomain ? "" : given.toLowerCase();
    if (domain === mainDomain) return;
    if (domain !== "") await checkMayBeMain(tx, realmId, domain);
    const change = await begin({});
    await updateMainDomain(tx, { id: realmId, version: change.versions.version }, domain);
    endQueues(change);
  });
}

async function checkMayBeMain(db: Connection, realmId: number, domain: string): Promise<void> {
  const { provenAt } = checkedAddress(await findAddressRow(db, realmId, domain), domain);
  if (provenAt === null) throw refusal(`'${domain}' leads nowhere before it is proven.`);
  if (!domain.includes("."))
    throw refusal(`'${domain}' is an earlier subdomain: rename the organization to have it again.`);
}

/** Has an address lead nowhere. @throws BAD_REQUEST */
export async function removeAddress(ctx: Context, realmId: number, given: string): Promise<void> {
  const address = given.toLowerCase();
  await changeRealm(ctx, await loadRealm(ctx.db, realmId), async ({ begin, tx }) => {
    const { mainDomain, subdomain } = await loadRealm(tx, realmId);
    if (address === subdomain)
      throw refusal("An organization always has its subdomain: it can be renamed.");
    checkedAddress(await findAddressRow(tx, realmId, address), given);
    if (address === mainDomain)
      throw refusal(`'${address}' is the main address: choose another one first.`);
    const { versions } = await begin({});
    await deleteAddress(tx, realmId, address);
    await stampRealm(tx, { id: realmId, version: versions.version });
  });
}

/** Refuses more addresses than an organization may have. @throws BAD_REQUEST */
export async function checkRoom(db: Connection, realmId: number): Promise<void> {
  const rows = await listAddressRows(db, realmId);
  if (rows.length >= mostAddresses)
    throw refusal(
      `An organization has at most ${String(mostAddresses)} other addresses: remove one first.`,
    );
}

/** Ends all queues: clients register again, and are told the organization's address and what follows from it. */
export function endQueues({ emit }: Change): void {
  emit({ audience: encodeAudience([]), event: { type: "address_changed" } });
}

function checkedAddress(found: AddressRow | null, given: string): AddressRow {
  if (found === null) throw refusal(`The organization has no address '${given}'.`);
  return found;
}

function refusal(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
