import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";

export const getTemporaryFile = operation({
  name: "getTemporaryFile",
  method: "GET",
  path: "/files/temporary/{token}/{file_name}",
  owner: "messages",
  auth: "none",
  scope: "any",
  params: {
    token: path(line.describe("As in the address that was given")),
    file_name: path(line.describe("The name of the file")),
  },
  response: z.object({}),
  success: { kind: "file", types: ["*/*"], isPrivate: true },
  errors: ["RESOURCE_NOT_FOUND", "NONEXISTENT_SUBDOMAIN", "SERVICE_UNAVAILABLE"],
  doc: "Get a file by its temporary address",
});
