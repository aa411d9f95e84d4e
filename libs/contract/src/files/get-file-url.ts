import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path, pathId } from "../param.ts";

export const getFileUrl = operation({
  name: "getFileUrl",
  method: "GET",
  path: "/user_uploads/{realm_id_str}/{filename*}",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {
    realm_id_str: pathId("The organization, as in the file's address"),
    filename: path(line.describe("The rest of the file's address")),
  },
  response: z.object({
    url: z.string().describe("Good for a minute, without credentials"),
  }),
  errors: ["RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Get a temporary address of a file",
});
