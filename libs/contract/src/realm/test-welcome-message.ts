import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";

export const testWelcomeMessage = operation({
  name: "testWelcomeMessage",
  method: "POST",
  path: "/realm/test_welcome_bot_custom_message",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    welcome_message_custom_text: text(
      upTo(8000).describe("What the Welcome Bot is to write to new users"),
    ),
  },
  response: z.object({ message_id: z.int().describe("Id of the message to the caller") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Try a welcome message\n\nThe Welcome Bot writes it to the calling administrator; nothing is stored.",
});
