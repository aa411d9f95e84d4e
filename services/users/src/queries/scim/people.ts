import { roles } from "@team-chat/contract";
import { type Connection, type Fragment, sql } from "@team-chat/pg";
import { z } from "zod";

import type { ScimColumns } from "./conditions.ts";

const personRow = z.object({
  id: z.number(),
  email: z.string(),
  fullName: z.string(),
  role: z.number(),
  isActive: z.boolean(),
  joinedAt: z.date(),
  version: z.number(),
  externalId: z.string().nullable(),
});

export type ScimPersonRow = z.infer<typeof personRow>;

const columns = sql.fragment`
  a.user_id as id, a.delivery_email as email, a.full_name as "fullName", a.role, a.is_active as "isActive",
  a.joined_at as "joinedAt", a.version, e.external_id as "externalId"
`;

/** People of the organization; no bots. */
function peopleOf(realmId: number): Fragment {
  return sql.fragment`
    account a
    left join scim_external_id e
      on e.realm_id = a.realm_id and e.kind = 'user' and e.resource_id = a.user_id
    where a.realm_id = ${realmId} and not a.is_bot and not a.is_system_bot
  `;
}

const roleName = sql.fragment`(case a.role
  ${sql.join(
    Object.entries(roles).map(([name, role]) => sql.fragment`when ${role}::int then ${name}::text`),
    sql.fragment` `,
  )}
end)`;
const fullName = sql.fragment`a.full_name`;
const email = { type: "text", value: sql.fragment`a.delivery_email` } as const;
const yes = { type: "boolean", value: sql.fragment`true` } as const;
const role = { type: "text", value: roleName } as const;

/** Attributes by which people are found and sorted. */
export const personColumns: ScimColumns = {
  id: { type: "exact", value: sql.fragment`a.user_id::text` },
  externalid: { type: "exact", value: sql.fragment`e.external_id` },
  username: email,
  "name.formatted": { type: "text", value: fullName },
  "name.givenname": { type: "text", value: sql.fragment`split_part(${fullName}, ' ', 1)` },
  "name.familyname": {
    type: "text",
    value: sql.fragment`substr(${fullName}, length(split_part(${fullName}, ' ', 1)) + 2)`,
  },
  displayname: { type: "text", value: fullName },
  "emails.value": email,
  "emails.type": { type: "text", value: sql.fragment`'work'::text` },
  "emails.primary": yes,
  active: { type: "boolean", value: sql.fragment`a.is_active` },
  role,
  "roles.value": role,
  "roles.primary": yes,
  "meta.created": { type: "time", value: sql.fragment`a.joined_at` },
  "meta.resourcetype": { type: "exact", value: sql.fragment`'User'::text` },
};

export interface Page {
  readonly condition: Fragment;
  readonly order: Fragment;
  readonly offset: number;
  readonly limit: number;
}

/** Counts the people for whom the condition holds. */
export function countPeople(db: Connection, realmId: number, condition: Fragment): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from ${peopleOf(realmId)} and ${condition}
  `);
}

/** Lists a page of the people for whom the condition holds, in the order and then by id. */
export function listPeople(
  db: Connection,
  realmId: number,
  { condition, limit, offset, order }: Page,
): Promise<readonly ScimPersonRow[]> {
  return db.any(sql.type(personRow)`
    select ${columns} from ${peopleOf(realmId)} and ${condition}
    order by ${order}, a.user_id
    limit ${limit} offset ${offset}
  `);
}

/** Finds a person, active or not; null for bots and nobody. */
export function findPerson(
  db: Connection,
  realmId: number,
  id: number,
): Promise<ScimPersonRow | null> {
  return db.maybeOne(sql.type(personRow)`
    select ${columns} from ${peopleOf(realmId)} and a.user_id = ${id}
  `);
}

/** Lists those of the ids that are people, and whether they are active. */
export function listPeopleAmong(
  db: Connection,
  realmId: number,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly isActive: boolean }[]> {
  return db.any(sql.type(personRow.pick({ id: true, isActive: true }))`
    select a.user_id as id, a.is_active as "isActive" from ${peopleOf(realmId)}
    and a.user_id = any(${sql.array([...ids], "int8")})
    order by a.user_id
  `);
}
