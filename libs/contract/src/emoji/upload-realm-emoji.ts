import { z } from "zod";

import { operation } from "../operation.ts";
import { emojiNameParam, maxEmojiBytes } from "./realm-emoji.ts";

export const uploadRealmEmoji = operation({
  name: "uploadRealmEmoji",
  method: "POST",
  path: "/realm/emoji/{emoji_name}",
  owner: "users",
  auth: "user",
  scope: "administration",
  upload: { maxBytes: maxEmojiBytes },
  params: { emoji_name: emojiNameParam },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Add an emoji\n\nThe body is multipart and has one file, a PNG, GIF, JPEG or WebP picture of at most 1 MiB, under whatever name. For those whom the organization allows it with `can_add_custom_emoji_group`.",
});
