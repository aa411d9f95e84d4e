import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path, pathId } from "../param.ts";

export const getFile = operation({
  name: "getFile",
  method: "GET",
  path: "/files/{realm_id}/{filename*}",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {
    realm_id: pathId("The organization, as in the file's address"),
    filename: path(line.describe("The rest of the file's address")),
  },
  response: z.object({}),
  success: { kind: "file", types: ["*/*"], isPrivate: true },
  errors: ["RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Get a file\n\nThe answer is the file itself. Clients use the address `/user_uploads/…` outside of the API, which leads here.",
});
