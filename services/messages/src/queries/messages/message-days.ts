import { type HotPool } from "@team-chat/pg";

/** Finds how many messages were sent in an organization on a day of UTC, by its date. */
export async function findMessagesOfDay(
  hot: HotPool,
  { day, realmId }: { readonly realmId: number; readonly day: string },
): Promise<number> {
  const { rows } = await hot.query<{ messages: number }>({
    name: "messages-of-day",
    text: "select messages from message_day where realm_id = $1 and day = $2::date",
    values: [realmId, day],
  });
  return rows[0]?.messages ?? 0;
}
