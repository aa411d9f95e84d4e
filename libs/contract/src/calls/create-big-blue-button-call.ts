import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";

export const createBigBlueButtonCall = operation({
  name: "createBigBlueButtonCall",
  method: "GET",
  path: "/calls/bigbluebutton/create",
  owner: "users",
  auth: "user",
  scope: "send",
  params: {
    meeting_name: text(upTo(256).describe("What the call is called")),
    voice_only: json(z.boolean().default(false).describe("Whether cameras are locked")),
  },
  response: z.object({
    url: z
      .string()
      .describe("Page, relative to the organization's address, that leads to the call"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "Make a BigBlueButton call\n\nThe link is signed, and whoever has it may join; the caller is its moderator. The call begins when somebody joins.",
});
