import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";

import {
  scheduledColumns,
  scheduledRow,
} from "../../queries/scheduled-messages/scheduled-messages.ts";

/** The users' scheduled messages and reminders, soonest first. */
export const scheduledRows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select ${scheduledColumns} from scheduled_message
    where realm_id = ${realmId} and user_id = any(${users})
    order by deliver_at, id`,
  row: scheduledRow,
});
