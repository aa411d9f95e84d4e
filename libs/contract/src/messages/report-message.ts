import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { pathId, text, word } from "../param.ts";

export const reportMessage = operation({
  name: "reportMessage",
  method: "POST",
  path: "/messages/{message_id}/report",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    message_id: pathId("The message"),
    report_type: word(
      z
        .enum(["spam", "harassment", "inappropriate", "norms", "other"])
        .describe("What is wrong with it"),
    ),
    description: text(
      upTo(1000).optional().describe("More about it; needed when the type is `other`"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Report a message\n\nTo the moderators, in the channel that the organization chose for this.",
});
