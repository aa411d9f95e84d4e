import { planNames } from "@team-chat/contract";
import type { HotPool } from "@team-chat/pg";
import { z } from "zod";

const authState = z.object({
  id: z.number(),
  subdomain: z.string(),
  mainDomain: z.string(),
  deactivated: z.boolean(),
  suspensionReason: z.string(),
  plan: z.enum(planNames),
  limits: z.record(z.string(), z.unknown()),
  usersVersion: z.number(),
  authVersion: z.number(),
  mustReset: z.boolean(),
  changedUserIds: z.array(z.number()).nullable(),
});

/** More than these are not listed: forgetting everything is then cheaper. */
const maxChanged = 1000;

const statement = {
  name: "auth-state",
  text: `
    select
      realm_id as id, subdomain, main_domain as "mainDomain", deactivated, suspension_reason as "suspensionReason", plan, limits,
      v.version as "usersVersion", v.auth_version as "authVersion",
      v.auth_reset > $2 as "mustReset",
      case when v.auth_version > $2 and $2 > 0 then array(
        select user_id::int from account a
        where a.realm_id = realm.realm_id and a.auth_version > $2
        limit ${maxChanged + 1}
      ) end as "changedUserIds"
    from realm join realm_version v using (realm_id)
    where realm_id = coalesce(
      (select realm_id from realm where subdomain = $1),
      (select realm_id from realm_address where address = $1 and proven_at is not null)
    )`,
};

/**
 * Finds the organization to which an address leads and whose keys changed after a version; `changedUserIds` is null
 * when they are all to be forgotten.
 */
export async function findAuthState(
  hot: HotPool,
  address: string,
  since: number,
): Promise<Omit<z.infer<typeof authState>, "mustReset"> | null> {
  const { rows } = await hot.query<Record<string, unknown>>({
    ...statement,
    values: [address, since],
  });
  if (rows[0] === undefined) return null;
  const { mustReset, ...state } = authState.parse(rows[0]);
  if (state.authVersion === since) return { ...state, changedUserIds: [] };
  const tooMany = (state.changedUserIds?.length ?? 0) > maxChanged;
  return mustReset || tooMany || state.authVersion < since
    ? { ...state, changedUserIds: null }
    : state;
}

/** Finds the current version of the organization's users; null when there is no such organization. */
export async function findUsersVersion(hot: HotPool, realmId: number): Promise<number | null> {
  const { rows } = await hot.query<{ version: number }>({
    name: "users-version",
    text: "select version from realm_version where realm_id = $1",
    values: [realmId],
  });
  return rows[0]?.version ?? null;
}
