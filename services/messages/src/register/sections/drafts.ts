import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { draftColumns, draftRow } from "../../queries/drafts/drafts.ts";
import { registerSection } from "../registration/registration.ts";

const rows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select user_id as "userId", to_json(one) as draft
    from draft cross join lateral (select ${draftColumns}) one
    where realm_id = ${realmId} and user_id = any(${users})
    order by edited_at desc, draft.id desc`,
  row: z.object({ userId: z.number(), draft: draftRow }),
});

/** The caller's drafts, most recently edited first; none for users who do not share them among their clients. */
export const drafts = registerSection({
  name: "drafts",
  load: rows,
  render: ({ actor }, own) => ({
    drafts:
      actor.settings["enable_drafts_synchronization"] === false
        ? []
        : own.map(({ draft }) => draft),
  }),
  spectator: { drafts: [] },
});
