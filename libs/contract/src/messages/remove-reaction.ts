import { z } from "zod";

import { keyword, line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { pathId, text, word } from "../param.ts";

export const removeReaction = operation({
  name: "removeReaction",
  method: "DELETE",
  path: "/messages/{message_id}/reactions",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    message_id: pathId("The message"),
    emoji_name: text(line.optional().describe("Name without colons")),
    emoji_code: text(line.optional().describe("The emoji's code; wins over the name")),
    reaction_type: word(
      keyword.optional().describe("`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "REACTION_DOES_NOT_EXIST", "SERVICE_UNAVAILABLE"],
  doc: "Remove an emoji reaction\n\nOne of the caller's own.",
});
