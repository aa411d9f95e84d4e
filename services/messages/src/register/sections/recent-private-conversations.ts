import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { registerSection } from "../registration/registration.ts";
import { standing } from "../registration/standing.ts";

/** Conversations that a client is told of at the start. */
const maxConversations = 1000;

const rows = rowsOfUser({
  with: standing,
  select: () => sql.fragment`
    select user_id as "userId", participants, near as "maxMessageId" from place
    where channel_id is null and near is not null
    order by near desc`,
  row: z.object({
    userId: z.number(),
    participants: z.array(z.number()),
    maxMessageId: z.number(),
  }),
});

/** The caller's direct conversations, the newest first. */
export const recentPrivateConversations = registerSection({
  name: "recent_private_conversations",
  load: rows,
  render: ({ actor }, conversations) => ({
    recent_private_conversations: conversations
      .slice(0, maxConversations)
      .map(({ maxMessageId, participants }) => ({
        max_message_id: maxMessageId,
        user_ids: participants.filter((id) => id !== actor.id),
      })),
  }),
  spectator: { recent_private_conversations: [] },
});
