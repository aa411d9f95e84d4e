import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId, word } from "../param.ts";

export const setTypingStatusForMessageEdit = operation({
  name: "setTypingStatusForMessageEdit",
  method: "POST",
  path: "/messages/{message_id}/typing",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    message_id: pathId("The message that is being edited"),
    op: word(z.enum(["start", "stop"]).describe("Whether editing goes on")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Say that one is editing a message",
});
