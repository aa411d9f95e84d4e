import { roles } from "@team-chat/contract";
import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { stampGroups } from "./groups.ts";

const memberRow = z.object({ userId: z.number(), isActive: z.boolean(), gains: z.boolean() });

type MovedMember = z.infer<typeof memberRow>;

/**
 * Members who are in the group though they joined too lately, and those who are not though they joined long ago; by id.
 */
export async function listMembersByAge(
  db: Connection,
  realmId: number,
  { groupId, joinedBefore }: { readonly groupId: number; readonly joinedBefore: Date },
): Promise<{ gained: readonly MovedMember[]; lost: readonly MovedMember[] }> {
  const rows = await db.any(sql.type(memberRow)`
    select user_id as "userId", is_active as "isActive", not is_full as gains
    from (
      select
        user_id, is_active,
        joined_at <= ${sql.timestamp(joinedBefore)} as is_due,
        exists (
          select from group_member m
          where m.realm_id = ${realmId} and m.group_id = ${groupId} and m.user_id = account.user_id
        ) as is_full
      from account
      where realm_id = ${realmId} and role = ${roles.member} and not is_system_bot
    ) as members
    where is_due <> is_full
    order by user_id
  `);
  return {
    gained: rows.filter(({ gains }) => gains),
    lost: rows.filter(({ gains }) => !gains),
  };
}

/** Users who join the group of full members, and those who leave it. */
export interface Moves {
  readonly groupId: number;
  readonly gained: readonly MovedMember[];
  readonly lost: readonly MovedMember[];
}

const waitingRealm = z.object({ id: z.number(), subdomain: z.string() });

/** Times in milliseconds. */
interface Stretch {
  /** Null for the beginning. */
  readonly since: number | null;
  readonly now: number;
}

/**
 * Open organizations with somebody who has waited long enough since the one time, by the other; by id. Costs a look at
 * the members whose time came between, and nothing for organizations without any.
 */
export function listRealmsWithDueMembers(
  db: Connection,
  { now, since }: Stretch,
): Promise<readonly z.infer<typeof waitingRealm>[]> {
  return db.any(sql.type(waitingRealm)`
    with recursive waiting (days) as (
      (select ${days} from realm where ${days} > 0 order by ${days} limit 1)
      union all
      select (select ${days} from realm where ${days} > waiting.days order by ${days} limit 1)
      from waiting where waiting.days is not null
    )
    select distinct r.realm_id as id, r.subdomain
    from waiting
    cross join lateral (
      select realm_id, user_id from account
      where
        role = ${roles.member} and not is_system_bot and joined_at <= ${daysBefore(now)}
        ${since === null ? sql.fragment`` : sql.fragment`and joined_at > ${daysBefore(since)}`}
      offset 0
    ) a
    join realm r on r.realm_id = a.realm_id and not r.deactivated and (r.settings ->> 'waiting_period_threshold')::int = waiting.days
    join user_group g on g.realm_id = r.realm_id and g.is_system and g.name = 'role:fullmembers'
    where not exists (
      select from group_member m
      where m.realm_id = r.realm_id and m.group_id = g.group_id and m.user_id = a.user_id
    )
    order by r.realm_id
  `);
}

const days = sql.fragment`(settings ->> 'waiting_period_threshold')::int`;

function daysBefore(at: number): Fragment {
  return sql.fragment`${sql.timestamp(new Date(at))} - make_interval(hours => 24 * waiting.days)`;
}

/** Writes who came and who went, and stamps the group. */
export async function moveMembers(
  tx: Transaction,
  realmId: number,
  move: Moves & { readonly version: number },
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from group_member
    where realm_id = ${realmId} and group_id = ${move.groupId} and user_id = any(${ids(move.lost)})
  `);
  await tx.query(sql.unsafe`
    insert into group_member (realm_id, group_id, user_id)
    select ${realmId}, ${move.groupId}, user_id from unnest(${ids(move.gained)}) as user_id
    on conflict do nothing
  `);
  await stampGroups(tx, { realmId, groupIds: [move.groupId], version: move.version });
}

function ids(users: readonly MovedMember[]) {
  return sql.array(
    users.map(({ userId }) => userId),
    "int8",
  );
}
