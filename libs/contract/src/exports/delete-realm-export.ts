import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteRealmExport = operation({
  name: "deleteRealmExport",
  method: "DELETE",
  path: "/export/realm/{export_id}",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: { export_id: pathId("The export") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Delete the archive of an export\n\nFor administrators. Archives are deleted by themselves after 30 days.",
});
