import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path, pathId } from "../param.ts";

export const getThumbnail = operation({
  name: "getThumbnail",
  method: "GET",
  path: "/files/thumbnail/{realm_id}/{filename*}",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {
    realm_id: pathId("The organization, as in the file's address"),
    filename: path(
      line.describe("The rest of the file's address, and the name of a format behind a slash"),
    ),
  },
  response: z.object({}),
  success: { kind: "file", types: ["image/webp"], isPrivate: true },
  errors: ["RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Get a thumbnail\n\nThe answer is a smaller version of an uploaded picture, in one of the formats of `server_thumbnail_formats`. Clients use the address `/user_uploads/thumbnail/…` outside of the API, which leads here.",
});
