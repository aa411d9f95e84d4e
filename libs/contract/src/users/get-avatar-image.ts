import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";
import { pictureTypes } from "../picture-types.ts";

export const getAvatarImage = operation({
  name: "getAvatarImage",
  method: "GET",
  path: "/avatar_images/{file_name}",
  owner: "users",
  auth: "none",
  scope: "any",
  params: { file_name: path(line.describe("As in `avatar_url`")) },
  response: z.object({}),
  success: { kind: "file", types: pictureTypes },
  errors: ["NOT_FOUND", "NONEXISTENT_SUBDOMAIN"],
  doc: "Get the picture that a user uploaded\n\nThe answer is the picture itself. No credentials are needed: the addresses cannot be guessed.",
});
