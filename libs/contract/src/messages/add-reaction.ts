import { z } from "zod";

import { keyword, line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { pathId, text, word } from "../param.ts";

export const addReaction = operation({
  name: "addReaction",
  method: "POST",
  path: "/messages/{message_id}/reactions",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    message_id: pathId("The message"),
    emoji_name: text(line.describe("Name without colons")),
    emoji_code: text(
      line
        .optional()
        .describe("Code points in hexadecimal with dashes; when left out, the name decides"),
    ),
    reaction_type: word(
      keyword.optional().describe("`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "REACTION_ALREADY_EXISTS", "SERVICE_UNAVAILABLE"],
  doc: "Add an emoji reaction",
});
