import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { presentSnippet } from "../../../present/saved-snippet.ts";
import { snippetColumns, snippetRow } from "../../../queries/settings/saved-snippets.ts";
import { registerSection } from "../../registration/registration.ts";

const rows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select user_id as "userId", ${snippetColumns} from saved_snippet
    where realm_id = ${realmId} and user_id = any(${users})
    order by snippet_id`,
  row: snippetRow.extend({
    userId: z.number(),
    createdAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  }),
});

/** The caller's saved snippets, oldest first. */
export const savedSnippets = registerSection({
  name: "saved_snippets",
  load: rows,
  render: (_, snippets) => ({ saved_snippets: snippets.map(presentSnippet) }),
  spectator: { saved_snippets: [] },
});
