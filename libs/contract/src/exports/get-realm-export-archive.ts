import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const getRealmExportArchive = operation({
  name: "getRealmExportArchive",
  method: "GET",
  path: "/export/realm/{export_id}/archive",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: { export_id: pathId("The export") },
  response: z.object({}),
  success: { kind: "file", types: ["application/zip"], isPrivate: true },
  errors: ["RESOURCE_NOT_FOUND", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Get the archive of an export\n\nFor administrators; the address is the `export_url` of the export.",
});
