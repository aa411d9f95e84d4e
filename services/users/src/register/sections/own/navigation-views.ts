import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { presentView } from "../../../present/navigation-view.ts";
import { viewColumns, viewRow } from "../../../queries/settings/navigation-views.ts";
import { registerSection } from "../../registration/registration.ts";

const rows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select user_id as "userId", ${viewColumns} from navigation_view
    where realm_id = ${realmId} and user_id = any(${users})
    order by fragment`,
  row: viewRow.extend({ userId: z.number() }),
});

/** Views that the caller arranged. */
export const navigationViews = registerSection({
  name: "navigation_views",
  load: rows,
  render: (_, views) => ({ navigation_views: views.map(presentView) }),
  spectator: { navigation_views: [] },
});
