import { z } from "zod";

import { operation } from "../operation.ts";
import { emojiNameParam } from "./realm-emoji.ts";

export const deactivateRealmEmoji = operation({
  name: "deactivateRealmEmoji",
  method: "DELETE",
  path: "/realm/emoji/{emoji_name}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { emoji_name: emojiNameParam },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Deactivate an emoji\n\nIt stays where it was used. For administrators and who added it.",
});
