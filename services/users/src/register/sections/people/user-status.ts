import { sql } from "@team-chat/pg";
import { rememberedFields, rowsOfOrganization } from "@team-chat/register";

import { seesEverybody } from "../../../policies/visibility/visibility.ts";
import { presentStatus } from "../../../present/user-status.ts";
import {
  statusColumns,
  statusRow,
  type StatusRow,
} from "../../../queries/presence/user-statuses.ts";
import { registerSection } from "../../registration/registration.ts";

const rows = rowsOfOrganization({
  select: ({ realmId }) => sql.fragment`
    select ${statusColumns} from user_status
    where realm_id = ${realmId} and (status_text <> '' or emoji_name <> '')
    order by user_id`,
  row: statusRow,
});

/** Statuses of everybody whom the caller may see. */
export const userStatus = registerSection({
  name: "user_status",
  load: rows,
  render: ({ sees, view }, statuses) => {
    if (sees === seesEverybody)
      return rememberedFields(statuses, "fields", () => fieldsOf(statuses));
    return fieldsOf(
      statuses.filter(({ userId }) => {
        const user = view.accounts.get(userId);
        return user !== undefined && sees(user);
      }),
    );
  },
  spectator: { user_status: {} },
});

function fieldsOf(statuses: readonly StatusRow[]) {
  const entries = statuses.map(({ userId, ...status }) => [userId, presentStatus(status)] as const);
  return { user_status: Object.fromEntries(entries) };
}
