import { z } from "zod";

import { operation } from "../operation.ts";
import { exportObject } from "./export-object.ts";

export const listRealmExports = operation({
  name: "listRealmExports",
  method: "GET",
  path: "/export/realm",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: {},
  response: z.object({ exports: z.array(exportObject).describe("Oldest first") }),
  errors: ["UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "List exports of the organization\n\nFor administrators.",
});
