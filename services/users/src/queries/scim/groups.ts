import { type Connection, type Fragment, sql } from "@team-chat/pg";
import { z } from "zod";

import type { ScimColumns } from "./conditions.ts";
import type { Page } from "./people.ts";

const groupRow = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.date(),
  version: z.number(),
  externalId: z.string().nullable(),
  /** Number of people who are directly in it, active or not. */
  size: z.number(),
});

export type ScimGroupRow = z.infer<typeof groupRow>;

const columns = sql.fragment`
  g.group_id as id, g.name, g.created_at as "createdAt", g.version, e.external_id as "externalId",
  (
    select count(*) from group_member m join account a using (realm_id, user_id)
    where m.realm_id = g.realm_id and m.group_id = g.group_id and not a.is_bot
  ) as size
`;

/** Groups that people made and that are active. */
function groupsOf(realmId: number): Fragment {
  return sql.fragment`
    user_group g
    left join scim_external_id e
      on e.realm_id = g.realm_id and e.kind = 'group' and e.resource_id = g.group_id
    where g.realm_id = ${realmId} and not g.is_system and not g.deactivated
  `;
}

const memberColumns: ScimColumns = {
  value: { type: "exact", value: sql.fragment`a.user_id::text` },
  display: { type: "text", value: sql.fragment`a.full_name` },
  type: { type: "text", value: sql.fragment`'User'::text` },
};

/** Attributes by which groups are found and sorted. */
export const groupColumns: ScimColumns = {
  id: { type: "exact", value: sql.fragment`g.group_id::text` },
  externalid: { type: "exact", value: sql.fragment`e.external_id` },
  displayname: { type: "text", value: sql.fragment`g.name` },
  members: {
    type: "many",
    rows: sql.fragment`
      select from group_member m join account a using (realm_id, user_id)
      where m.realm_id = g.realm_id and m.group_id = g.group_id and not a.is_bot
    `,
    columns: memberColumns,
  },
  "meta.created": { type: "time", value: sql.fragment`g.created_at` },
  "meta.resourcetype": { type: "exact", value: sql.fragment`'Group'::text` },
};

/** Counts the groups for which the condition holds. */
export function countGroups(db: Connection, realmId: number, condition: Fragment): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from ${groupsOf(realmId)} and ${condition}
  `);
}

/** Lists a page of the groups for which the condition holds, in the order and then by id. */
export function listGroupPage(
  db: Connection,
  realmId: number,
  { condition, limit, offset, order }: Page,
): Promise<readonly ScimGroupRow[]> {
  return db.any(sql.type(groupRow)`
    select ${columns} from ${groupsOf(realmId)} and ${condition}
    order by ${order}, g.group_id
    limit ${limit} offset ${offset}
  `);
}

/** Finds an active group that people made. */
export function findScimGroup(
  db: Connection,
  realmId: number,
  id: number,
): Promise<ScimGroupRow | null> {
  return db.maybeOne(sql.type(groupRow)`
    select ${columns} from ${groupsOf(realmId)} and g.group_id = ${id}
  `);
}

const memberRow = z.object({ groupId: z.number(), id: z.number(), fullName: z.string() });

export type ScimMemberRow = z.infer<typeof memberRow>;

/** Lists the people who are directly in the groups, active or not, by group and id. */
export function listGroupPeople(
  db: Connection,
  realmId: number,
  groupIds: readonly number[],
): Promise<readonly ScimMemberRow[]> {
  return db.any(sql.type(memberRow)`
    select m.group_id as "groupId", user_id as id, a.full_name as "fullName"
    from group_member m join account a using (realm_id, user_id)
    where
      realm_id = ${realmId} and m.group_id = any(${sql.array([...groupIds], "int8")}) and not a.is_bot
    order by m.group_id, user_id
  `);
}
