import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";

export const getPagePicture = operation({
  name: "getPagePicture",
  method: "GET",
  path: "/external_content/{picture}",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: { picture: path(line.describe("As in the address of a preview")) },
  response: z.object({}),
  success: { kind: "file", types: ["image/webp"], isPrivate: true },
  errors: ["RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Get the picture of a linked page\n\nThe answer is our own scaled copy of the picture of a page that a message links to. Clients use the address `/external_content/…` outside of the API, which leads here.",
});
