import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text, word } from "../param.ts";
import { callUrl } from "./call-params.ts";

export const joinBigBlueButtonCall = operation({
  name: "joinBigBlueButtonCall",
  method: "POST",
  path: "/calls/bigbluebutton/join",
  owner: "users",
  auth: "optional",
  scope: "send",
  params: {
    bigbluebutton: word(upTo(4096).describe("From the link that `createBigBlueButtonCall` made")),
    full_name: text(
      upTo(100)
        .optional()
        .describe("Name of somebody without an account; others join as themselves"),
    ),
  },
  response: z.object({ url: callUrl }),
  errors: ["BAD_REQUEST", "NONEXISTENT_SUBDOMAIN", "REALM_DEACTIVATED"],
  doc: "Join a BigBlueButton call\n\nBegins it unless it has begun. Without an account one joins as a guest, for a day after the link was made. The page `/calls/bigbluebutton/join` calls this.",
});
