import type { Tables } from "./tables.ts";

interface Channels {
  readonly realmId: number;
  readonly count: number;
  /** Subscribed to all of them. */
  readonly subscriberId: number;
}

/**
 * Adds public channels, with permissions of one that there is: written by SQL as one change of the organization, which
 * the messages service carries over with the next request.
 */
export async function writeChannels(
  db: Tables,
  { count, realmId, subscriberId }: Channels,
): Promise<void> {
  await db.query(
    `with changed as (
        update channels.realm_version set version = version + 1 where realm_id = $1 returning version
      ), made as (
        insert into channels.channel (realm_id, name, name_key, description, permissions, version)
        select $1, 'many ' || n, 'many ' || n, 'Everything about number ' || n,
          (select permissions from channels.channel where realm_id = $1 and not is_private limit 1), version
        from changed cross join generate_series(1, $2::int) n
        returning id, version
      )
      insert into channels.subscription (realm_id, user_id, channel_id, color, version)
      select $1, $3, id, '#76ce90', version from made`,
    [realmId, count, subscriberId],
  );
  await db.query("analyze channels.channel, channels.subscription", []);
}
