import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";

export const getRealmIconImage = operation({
  name: "getRealmIconImage",
  method: "GET",
  path: "/realm/icon_images/{file_name}",
  owner: "users",
  auth: "none",
  scope: "any",
  params: { file_name: path(line.describe("As in `realm_icon_url`")) },
  response: z.object({}),
  success: { kind: "file", types: ["image/webp"] },
  errors: ["NOT_FOUND", "NONEXISTENT_SUBDOMAIN"],
  doc: "Get the picture that the organization uploaded\n\nThe answer is the picture itself. No credentials are needed: pages to log in show it.",
});
