import { z } from "zod";

import { operation } from "../operation.ts";
import { realmEmojiMap } from "./realm-emoji.ts";

export const listRealmEmoji = operation({
  name: "listRealmEmoji",
  method: "GET",
  path: "/realm/emoji",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({ emoji: realmEmojiMap.describe("All of them by id, also deactivated ones") }),
  errors: [],
  doc: "List the emoji of the organization",
});
