import { emptyTopicDisplayName } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { Json, rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import type { RecipientRow } from "../../domain/unread/recipient-ids.ts";
import { isMutedTopic } from "../../policies/muting.ts";
import { renderUnread } from "../../present/unread.ts";
import { mentionBits } from "../../queries/messages/flag-bits.ts";
import { registerSection } from "../registration/registration.ts";
import { standing } from "../registration/standing.ts";

/** Places where users have something unread, and the messages there that mention them, ascending. */
export const unreadRows = rowsOfUser({
  with: standing,
  select: ({ realmId }) => sql.fragment`
    select place.user_id as "userId",
      json_agg(json_build_object('recipientId', recipient_id, 'channelId', channel_id,
        'participants', participants, 'revision', revision, 'newest', newest,
        'gaps', (select string_agg(lower(part) || ',' || upper(part), ',') from unnest(unread) as part))
        order by channel_id, recipient_id) as places,
      (select coalesce(json_agg(um.message_id order by um.message_id), '[]') from user_message um
        where um.realm_id = ${realmId} and um.user_id = place.user_id and um.flags & ${mentionBits} <> 0
          and um.message_id >= min(lower(place.unread))) as mentions
    from place where not isempty(unread)
    group by place.user_id`,
  // Thousands of ids from our own statement: they are not checked again.
  row: z.object({
    userId: z.number(),
    places: z.custom<readonly RecipientRow[]>(),
    mentions: z.custom<readonly number[]>(),
  }),
});

/** Messages that the caller has not read (docs/behaviour/unread.md#unread-summary). */
export const unreadMsgs = registerSection({
  name: "unread_msgs",
  load: unreadRows,
  render: (registration) => {
    const { actor, request, unread } = registration;
    const knowsEmptyTopics = request.capabilities["empty_topic_name"] === true;
    const text = renderUnread(unread, {
      userId: actor.id,
      emptyTopicName: knowsEmptyTopics ? "" : emptyTopicDisplayName,
      isMuted: (channelId, topic) => isMutedTopic(registration, channelId, topic),
    });
    return { unread_msgs: new Json(text) };
  },
  spectator: {
    unread_msgs: {
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    },
  },
});
