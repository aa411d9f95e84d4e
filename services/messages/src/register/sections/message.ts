import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { registerSection } from "../registration/registration.ts";
import { standing } from "../registration/standing.ts";

const rows = rowsOfUser({
  with: standing,
  select: () => sql.fragment`
    select user_id as "userId", max(near) as newest from place where near is not null group by user_id`,
  row: z.object({ userId: z.number(), newest: z.number() }),
});

/** The newest message that the caller received; -1 when there is none. */
export const message = registerSection({
  name: "message",
  load: rows,
  render: (_, [received]) => ({ max_message_id: received?.newest ?? -1 }),
  spectator: { max_message_id: -1 },
});
