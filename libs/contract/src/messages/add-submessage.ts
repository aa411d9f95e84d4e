import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";

export const addSubmessage = operation({
  name: "addSubmessage",
  method: "POST",
  path: "/submessage",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    message_id: json(z.int().describe("The message with the poll or the todo list")),
    msg_type: word(z.enum(["widget"]).describe("The only kind there is")),
    content: text(
      upTo(10_000).describe(
        "JSON: a vote, a new option, a task, or whatever the message's widget knows",
      ),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Take part in a poll or a todo list",
});
