import { writeMessages } from "@team-chat/testkit";
import type pg from "pg";

import type { ApiClient } from "./api-client.ts";
import type { Member } from "./members.ts";
import { subscribeMembers } from "./owner.ts";

interface History {
  readonly api: ApiClient;
  readonly db: pg.Client;
  readonly owner: { readonly email: string; readonly apiKey: string };
  /** Subscribed to all channels; of the history they have everything unread. */
  readonly reader: Member;
  readonly channels: number;
  readonly messages: number;
  /** As `writeMessages` takes it. */
  readonly text?: string;
}

/** Recipients of the channels in the messages service, ascending. */
type Recipients = readonly number[];

/**
 * Writes channels with a long history, in turns one message for each, in seven topics, every third with a reaction and
 * every tenth starred by the reader. Written by SQL: as messages, so that nothing but the way there differs from what
 * clients send.
 */
export async function writeHistory(history: History): Promise<Recipients> {
  const { api, db, owner, reader, channels, messages, text } = history;
  for (let index = 0; index < channels; index += 1)
    await subscribeMembers(api, { name: `history ${index}`, owner }, [reader]);
  // So that the messages service has heard of the subscriptions.
  await api.send(
    api.bytes("GET", { path: "/messages", credentials: reader, parameters: { anchor: "newest" } }),
  );
  const { rows } = await db.query<{ realm_id: string; recipient_id: string }>(
    `select place.realm_id, recipient_id from user_recipient place join recipient on recipient.realm_id = place.realm_id
      and id = recipient_id where user_id = $1 and channel_id is not null order by recipient_id desc limit $2`,
    [reader.userId, channels],
  );
  const recipients = rows.map((row) => Number(row.recipient_id)).toSorted((a, b) => a - b);
  const realmId = Number(rows[0]?.realm_id);
  await writeMessages(db, {
    realmId,
    recipients,
    count: messages,
    senderId: reader.userId,
    text,
  });
  await insertMarks(db, { realmId, userId: reader.userId });
  await db.query("vacuum analyze message");
  await db.query("analyze");
  return recipients;
}

async function insertMarks(
  db: pg.Client,
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
): Promise<void> {
  await db.query(
    `insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name)
      select $1, id, $2, 'unicode_emoji', '1f642', 'smile' from message where realm_id = $1 and id % 3 = 0`,
    [realmId, userId],
  );
  await db.query(
    `insert into user_message (realm_id, user_id, message_id, flags)
      select $1, $2, id, 1 from message where realm_id = $1 and id % 10 = 0 on conflict do nothing`,
    [realmId, userId],
  );
}
