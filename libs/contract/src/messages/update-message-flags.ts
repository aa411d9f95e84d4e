import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";

export const updateMessageFlags = operation({
  name: "updateMessageFlags",
  method: "POST",
  path: "/messages/flags",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: {
    messages: json(z.array(z.int()).max(listLimits.ids).describe("Ids of the messages")),
    op: word(keyword.describe("`add` or `remove`")),
    flag: word(keyword.describe("`read`, `starred` or `collapsed`")),
  },
  response: z.object({
    messages: z.array(z.int()).describe("The ids as they were given"),
    ignored_because_not_subscribed_channels: z
      .array(z.int())
      .describe("Channels whose messages were left read because the caller is not subscribed"),
  }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Change one of the caller's flags of messages",
});
