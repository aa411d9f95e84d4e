import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";
import { callUrl } from "./call-params.ts";

export const createNextcloudTalkCall = operation({
  name: "createNextcloudTalkCall",
  method: "POST",
  path: "/calls/nextcloud_talk/create",
  owner: "users",
  auth: "user",
  scope: "send",
  params: {
    room_name: text(
      upTo(1000).describe("What the room is called; Nextcloud keeps 255 characters of it"),
    ),
  },
  response: z.object({ url: callUrl }),
  errors: ["BAD_REQUEST"],
  doc: "Make a Nextcloud Talk call\n\nThe room is public, so that whoever has the link may join.",
});
