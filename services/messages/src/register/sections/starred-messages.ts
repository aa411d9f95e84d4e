import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { flagBits } from "../../queries/messages/flag-bits.ts";
import { registerSection } from "../registration/registration.ts";

const rows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select user_id as "userId", json_agg(message_id order by message_id) as ids from user_message
    where realm_id = ${realmId} and user_id = any(${users}) and flags & ${flagBits.starred} <> 0
    group by user_id`,
  // Thousands of ids from our own statement: they are not checked again.
  row: z.object({ userId: z.number(), ids: z.custom<readonly number[]>() }),
});

/** Ids of messages that the caller starred, ascending. */
export const starredMessages = registerSection({
  name: "starred_messages",
  load: rows,
  render: (_, [starred]) => ({ starred_messages: starred?.ids ?? [] }),
  spectator: { starred_messages: [] },
});
