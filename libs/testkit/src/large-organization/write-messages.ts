import type { Tables } from "./tables.ts";

const topics = 7;

interface Messages {
  readonly realmId: number;
  /** Recipients of the channels in the messages service, ascending. */
  readonly recipients: readonly number[];
  readonly count: number;
  readonly senderId: number;
  /** Texts in SQL, by their number `n`, without what HTML escapes; all alike but for the number when left out. */
  readonly text?: string | undefined;
}

const usualText =
  "'Lunch at noon, or does anybody need more time for their work number ' || n || '? We meet downstairs.'";

/**
 * Writes messages into channels, in turns one for each, in seven topics. Written by SQL: as messages, so that nothing
 * but the way there differs from what clients send. Queues are told nothing of them.
 */
export async function writeMessages(
  db: Tables,
  { count, realmId, recipients, senderId, text = usualText }: Messages,
): Promise<void> {
  await db.query(
    `insert into messages.message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client,
        sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone)
      select $1, nextval('messages.message_id'), place.id, place.channel_id, $4,
        'topic ' || (n / cardinality($2::int8[])) % ${topics}, text, '<p>' || text || '</p>', 'bench', now(), false, false,
        false, false, false
      from (
        select n, ($2::int8[])[1 + n % cardinality($2::int8[])] as recipient_id,
          ${text} as text
        from generate_series(0, $3::int - 1) n order by n
      ) line join messages.recipient place on place.realm_id = $1 and place.id = line.recipient_id
      order by n`,
    [realmId, recipients, count, senderId],
  );
  await db.query("analyze messages.message", []);
}
