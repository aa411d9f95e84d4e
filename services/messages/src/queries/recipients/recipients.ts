import { createHash } from "node:crypto";

import type { HotPool } from "@team-chat/pg";

interface IdRow {
  readonly id: number;
}

/** Returns the recipient of a channel, created when it does not exist. */
export async function ensureChannelRecipient(
  hot: HotPool,
  realmId: number,
  channelId: number,
): Promise<number> {
  const values = [realmId, channelId];
  const find = "select id from recipient where realm_id = $1 and channel_id = $2";
  const known = await hot.query<IdRow>({ name: "find-channel-recipient", text: find, values });
  if (known.rows[0]) return known.rows[0].id;
  await hot.query(
    "insert into recipient (realm_id, channel_id) values ($1, $2) on conflict do nothing",
    values,
  );
  const { rows } = await hot.query<IdRow>(find, values);
  return single(rows);
}

/** Finds the recipient of a direct conversation; null when nobody ever wrote in it. `participants` is ascending. */
export async function findConversation(
  hot: HotPool,
  realmId: number,
  participants: readonly number[],
): Promise<number | null> {
  const { rows } = await hot.query<IdRow>({
    name: "find-conversation",
    text: "select id from recipient where realm_id = $1 and participants_hash = $2",
    values: [realmId, hashOf(participants)],
  });
  return rows[0]?.id ?? null;
}

/** Creates a direct conversation in which all participants receive everything; harmless when it exists. */
export async function ensureConversation(
  hot: HotPool,
  realmId: number,
  participants: readonly number[],
): Promise<number> {
  await hot.query(
    `with created as (
       insert into recipient (realm_id, participants, participants_hash) values ($1, $2, $3)
       on conflict do nothing returning id
     )
     insert into user_recipient (realm_id, user_id, recipient_id, received)
     select $1, participant, created.id, '{[1,)}' from created, unnest($2::int8[]) as participant`,
    [realmId, participants, hashOf(participants)],
  );
  const { rows } = await hot.query<IdRow>(
    "select id from recipient where realm_id = $1 and participants_hash = $2",
    [realmId, hashOf(participants)],
  );
  return single(rows);
}

/** Tells whether anything was ever sent to the recipient. */
export async function hasMessages(
  hot: HotPool,
  realmId: number,
  recipientId: number,
): Promise<boolean> {
  const { rows } = await hot.query<{ found: boolean }>(
    "select exists(select from message where realm_id = $1 and recipient_id = $2) as found",
    [realmId, recipientId],
  );
  return rows[0]?.found === true;
}

function hashOf(participants: readonly number[]): Buffer {
  return createHash("sha256").update(participants.join()).digest();
}

function single(rows: readonly IdRow[]): number {
  const [row] = rows;
  if (!row) throw new Error("A recipient that was just created does not exist.");
  return row.id;
}
