import type { HotPool } from "@team-chat/pg";

/** With whom a user has direct conversations. */
export interface Partners {
  readonly userId: number;
  readonly partnerIds: number[];
}

/**
 * Lists with whom each of the users has a direct conversation, alone or among others; nobody for those who have none.
 */
export async function listPartners(
  hot: HotPool,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly Partners[]> {
  const { rows } = await hot.query<Partners>({
    name: "direct-partners",
    text: `
      select user_id::int as "userId", array_agg(distinct participant::int) as "partnerIds"
      from user_recipient ur
        join recipient on recipient.realm_id = ur.realm_id and recipient.id = ur.recipient_id,
        unnest(participants) as participant
      where ur.realm_id = $1 and user_id = any($2) and participant <> user_id
      group by user_id`,
    values: [realmId, userIds],
  });
  return rows;
}

/** Lists with whom the user has direct conversations. */
export async function listPartnersOf(
  hot: HotPool,
  realmId: number,
  userId: number,
): Promise<readonly number[]> {
  const [found] = await listPartners(hot, realmId, [userId]);
  return found?.partnerIds ?? [];
}
