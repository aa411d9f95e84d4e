import { type PlanName, planNames } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type Connection,
  isDataException,
  sql,
  type Transaction,
  UniqueViolation,
} from "@team-chat/pg";
import { z } from "zod";

import { type OwnProvider, ownProvider } from "../../values/provider-settings.ts";
import { samlProvider, type SamlProvider } from "../../values/saml-settings.ts";
import { leadsElsewhere, lockSubdomain } from "./addresses.ts";

/** Row of an organization. */
export const realmRow = z.object({
  id: z.number(),
  subdomain: z.string(),
  /** The own domain to which all other addresses lead; empty for the subdomain. */
  mainDomain: z.string(),
  /** Version since which everybody has another API e-mail address; 0 for ever. */
  renamedVersion: z.number(),
  name: z.string(),
  description: z.string(),
  deactivated: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  userSettingsDefaults: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
  suspensionReason: z.string(),
  plan: z.enum(planNames),
  /** Limits that differ from those of the plan. */
  limits: z.record(z.string(), z.unknown()),
  /** Identity providers of its own. */
  ownProviders: z.array(ownProvider),
  /** Those of its own that speak SAML. */
  samlProviders: z.array(samlProvider),
  /** True if people log in with names and passwords of a directory. */
  hasDirectory: z.boolean(),
  /** Part of its picture's address that cannot be guessed; empty without one. */
  iconSecret: z.string(),
  /** Beginning of its requirement of second factors; null while there is none. */
  secondFactorSince: z.date().nullable(),
  version: z.number(),
});

export type RealmRow = z.infer<typeof realmRow>;

/** Columns of `realmRow`. */
export const realmColumns = sql.fragment`
  realm_id as id, subdomain, main_domain as "mainDomain", renamed_version as "renamedVersion", name, description, deactivated, settings,
  user_settings_defaults as "userSettingsDefaults", created_at as "createdAt", suspension_reason as "suspensionReason", plan, limits,
  identity_providers as "ownProviders", saml_providers as "samlProviders",
  coalesce((select secret from realm_icon where realm_icon.realm_id = realm.realm_id), '') as "iconSecret",
  exists (select from directory where directory.realm_id = realm.realm_id) as "hasDirectory", second_factor_since as "secondFactorSince", version
`;

/** Loads the organization. Throws when it does not exist: ids come from our own identities only. */
export function loadRealm(db: Connection, realmId: number): Promise<RealmRow> {
  return db.one(sql.type(realmRow)`select ${realmColumns} from realm where realm_id = ${realmId}`);
}

const planned = realmRow.pick({ id: true, plan: true, limits: true });

/** Lists the plans of these organizations, and what is limited otherwise for them; without those that are not here. */
export function listPlans(
  db: Connection,
  realmIds: readonly number[],
): Promise<readonly z.infer<typeof planned>[]> {
  return db.any(
    sql.type(
      planned,
    )`select realm_id as id, plan, limits from realm where realm_id = any(${sql.array([...realmIds], "int8")})`,
  );
}

/** Lists those of the organizations whose setting has messages expire. */
export function listExpiringRealms(
  db: Connection,
  realmIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(realmRow.pick({ id: true }))`
    select realm_id as id from realm
    where realm_id = any(${sql.array([...realmIds], "int8")}) and (settings ->> 'message_retention_days')::int > 0`);
}

/** Finds the organization with this subdomain (lower case), or null. */
export function findRealmBySubdomain(db: Connection, subdomain: string): Promise<RealmRow | null> {
  return db.maybeOne(
    sql.type(realmRow)`select ${realmColumns} from realm where subdomain = ${subdomain}`,
  );
}

/**
 * Takes an id for a new organization; it is never given out again.
 * @throws SERVICE_UNAVAILABLE while not all processes know where events of that id would be
 */
export async function nextRealmId(db: Connection): Promise<number> {
  try {
    return await db.oneFirst(sql.type(z.object({ id: z.number() }))`
      select nextval(pg_get_serial_sequence('realm', 'realm_id')) as id
    `);
  } catch (cause) {
    // The sequence has come to its end, which `migrate` has set.
    if (!isDataException(cause)) throw cause;
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      "No organization can be created until PARTITIONS is raised in all processes: run migrate again (docs/hosting.md#partitions).",
      { cause },
    );
  }
}

/**
 * False when the subdomain is taken, or leads to the organization that had it before. The realm's own version is 1.
 */
export async function insertRealm(
  tx: Transaction,
  realm: Pick<RealmRow, "id" | "subdomain" | "name" | "plan">,
): Promise<boolean> {
  await lockSubdomain(tx, realm.subdomain);
  if (await leadsElsewhere(tx, realm.id, realm.subdomain)) return false;
  try {
    await tx.query(sql.unsafe`
      insert into realm (realm_id, subdomain, name, plan, version)
      values (${realm.id}, ${realm.subdomain}, ${realm.name}, ${realm.plan}, 1)
    `);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

/** Marks the organization as deactivated, or as active again. */
export async function updateRealmDeactivated(
  tx: Transaction,
  realm: Pick<RealmRow, "id" | "version" | "deactivated"> & { readonly reason: string },
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm
    set deactivated = ${realm.deactivated}, suspension_reason = ${realm.reason}, version = ${realm.version}
    where realm_id = ${realm.id}
  `);
}

/** Writes what the organization may have, and stamps it. */
export async function updateRealmPlan(
  tx: Transaction,
  realm: { readonly id: number; readonly version: number },
  { limits, plan }: { readonly plan: PlanName; readonly limits: object },
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm set plan = ${plan}, limits = ${JSON.stringify(limits)}::jsonb, version = ${realm.version}
    where realm_id = ${realm.id}
  `);
}

/** Writes the organization's own identity providers, and stamps it. */
export async function updateOwnProviders(
  tx: Transaction,
  realm: { readonly id: number; readonly version: number },
  {
    openId,
    saml,
  }: { readonly openId: readonly OwnProvider[]; readonly saml: readonly SamlProvider[] },
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm
    set
      identity_providers = ${JSON.stringify(openId)}::jsonb, saml_providers = ${JSON.stringify(saml)}::jsonb,
      version = ${realm.version}
    where realm_id = ${realm.id}
  `);
}

/** Writes since when the organization requires second factors. */
export async function updateSecondFactorSince(
  tx: Transaction,
  realmId: number,
  since: Date | null,
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm set second_factor_since = ${since === null ? null : since.toISOString()}::timestamptz
    where realm_id = ${realmId}
  `);
}

const providedRealm = realmRow.pick({ id: true, version: true, ownProviders: true });

/** Lists the organizations with identity providers of their own. */
export function listProvidedRealms(
  db: Connection,
): Promise<readonly z.infer<typeof providedRealm>[]> {
  return db.any(sql.type(providedRealm)`
    select realm_id as id, version, identity_providers as "ownProviders" from realm where identity_providers <> '[]'
  `);
}

/**
 * Replaces the organization's own identity providers by those that mean the same, so that nobody needs to hear of it,
 * unless the organization has changed since the version.
 */
export async function replaceOwnProviders(
  db: Connection,
  realm: { readonly id: number; readonly version: number },
  providers: readonly OwnProvider[],
): Promise<void> {
  await db.query(sql.unsafe`
    update realm set identity_providers = ${JSON.stringify(providers)}::jsonb
    where realm_id = ${realm.id} and version = ${realm.version}
  `);
}

/** Gives the organization the version, so that others hear of a change of what belongs to it. */
export async function stampRealm(
  tx: Transaction,
  realm: { readonly id: number; readonly version: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm set version = ${realm.version} where realm_id = ${realm.id}
  `);
}

/** Stored fields of an organization; settings and defaults in whole. */
type RealmChange = Partial<
  Pick<RealmRow, "name" | "description" | "settings" | "userSettingsDefaults">
>;

/** Writes what changed and stamps the organization. */
export async function updateRealmRow(
  tx: Transaction,
  realm: { readonly id: number; readonly version: number },
  { name, description, settings, userSettingsDefaults: defaults }: RealmChange,
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm
    set
      name = coalesce(${name ?? null}, name),
      description = coalesce(${description ?? null}, description),
      settings = coalesce(${settings === undefined ? null : JSON.stringify(settings)}::jsonb, settings),
      user_settings_defaults = coalesce(
        ${defaults === undefined ? null : JSON.stringify(defaults)}::jsonb, user_settings_defaults
      ),
      version = ${realm.version}
    where realm_id = ${realm.id}
  `);
}
