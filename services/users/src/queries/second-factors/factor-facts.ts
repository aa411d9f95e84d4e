import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { directoryIssuer } from "../../values/directory-settings.ts";
import type { AccountRef } from "../accounts/account-lock.ts";

const factorFacts = z.object({
  userId: z.number(),
  role: z.number(),
  isBot: z.boolean(),
  joinedAt: z.date(),
  hasSecondFactor: z.boolean(),
  hasPassword: z.boolean(),
  /** True if somebody of the organization's directory has the account. */
  isOfDirectory: z.boolean(),
});

const facts = sql.fragment`
  select
    user_id as "userId", role, is_bot as "isBot", joined_at as "joinedAt",
    exists (
      select from authenticator_app f where f.realm_id = account.realm_id and f.user_id = account.user_id
      union all
      select from passkey k where k.realm_id = account.realm_id and k.user_id = account.user_id
    ) as "hasSecondFactor",
    exists (
      select from password p where p.realm_id = account.realm_id and p.user_id = account.user_id
    ) as "hasPassword",
    exists (
      select from external_identity i
      where i.realm_id = account.realm_id and i.user_id = account.user_id and i.issuer = ${directoryIssuer}
    ) as "isOfDirectory"
  from account`;

/** Loads what a requirement of second factors asks of an account. */
export function loadFactorFacts(
  db: Connection,
  own: AccountRef,
): Promise<z.output<typeof factorFacts>> {
  return db.one(sql.type(factorFacts)`
    ${facts} where realm_id = ${own.realmId} and user_id = ${own.userId}
  `);
}

/** Lists the same of all active people of the organization, by id. */
export function listFactorFacts(
  db: Connection,
  realmId: number,
): Promise<readonly z.output<typeof factorFacts>[]> {
  return db.any(sql.type(factorFacts)`
    ${facts} where realm_id = ${realmId} and is_active and not is_bot order by user_id
  `);
}
