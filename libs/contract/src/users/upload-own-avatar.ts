import { z } from "zod";

import { operation } from "../operation.ts";
import { maxAvatarMib } from "./avatars.ts";

export const uploadOwnAvatar = operation({
  name: "uploadOwnAvatar",
  method: "POST",
  path: "/users/me/avatar",
  owner: "users",
  auth: "user",
  scope: "all",
  upload: { maxBytes: maxAvatarMib * 1024 * 1024 },
  params: {},
  response: z.object({ avatar_url: z.string().describe("The new picture") }),
  errors: ["BAD_REQUEST"],
  doc: "Upload one's picture\n\nThe body is multipart and has one file, a PNG, GIF, JPEG or WebP picture of at most 5 MiB, under whatever name. It is shown as it was uploaded.",
});
