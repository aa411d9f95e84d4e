import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";

export const getLegalHoldArchive = operation({
  name: "getLegalHoldArchive",
  method: "GET",
  path: "/legal_holds/archives/{address}",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: { address: path(line.describe("As in the `archive_url` of the export")) },
  response: z.object({}),
  success: { kind: "file", types: ["application/zip"], isPrivate: true },
  errors: ["RESOURCE_NOT_FOUND", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Get the archive of a legal hold\n\nFor the owner who was given the address, for an hour.",
});
