import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { presences, serverTimestamp } from "./presence-object.ts";

const flag = z.boolean().default(false);

export const updateOwnPresence = operation({
  name: "updateOwnPresence",
  method: "POST",
  path: "/users/me/presence",
  owner: "users",
  auth: "human",
  scope: "send",
  params: {
    last_update_id: json(
      z
        .int()
        .min(-1)
        .optional()
        .describe(
          "`presence_last_update_id` of the last answer: only what is newer is returned, in modern form",
        ),
    ),
    history_limit_days: json(
      z
        .int()
        .nonnegative()
        .default(14)
        .describe("Without last_update_id, people seen in these last days are returned"),
    ),
    new_user_input: json(flag.describe("The user typed or clicked since the last report")),
    ping_only: json(flag.describe("Do not return anybody's presence")),
    slim_presence: json(flag.describe("Return the modern form, by user id")),
    status: word(
      keyword
        .superRefine((status, context) => {
          const message = `Invalid status: ${status}`;
          if (status !== "active" && status !== "idle")
            context.addIssue({ code: "custom", params: { message } });
        })
        .describe("`active` when the user did something lately, else `idle`"),
    ),
  },
  response: z.object({
    presences: presences.optional(),
    presence_last_update_id: z.int().optional().describe("To ask for what is newer; -1 for none"),
    server_timestamp: serverTimestamp.optional(),
  }),
  errors: [],
  doc: "Report one's presence\n\nClients do so once a minute, and learn who else is present. Where the user shares no presence, nothing is recorded.",
});
