import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { registerSection } from "../../registration/registration.ts";

const rows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select user_id as "userId", provider from call_token
    where realm_id = ${realmId} and user_id = any(${users})`,
  row: z.object({ userId: z.number(), provider: z.string() }),
});

/** Providers of calls to which the caller has connected an account. */
export const videoCalls = registerSection({
  name: "video_calls",
  load: rows,
  render: (_, tokens) => {
    const has = (name: string) => tokens.some(({ provider }) => provider === name);
    return { has_zoom_token: has("zoom"), has_webex_token: has("webex") };
  },
  spectator: { has_zoom_token: false, has_webex_token: false },
});
