import { z } from "zod";

import { operation } from "../operation.ts";
import { holdExportObject } from "./hold-export-object.ts";

export const listLegalHoldExports = operation({
  name: "listLegalHoldExports",
  method: "GET",
  path: "/legal_holds/exports",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: {},
  response: z.object({
    legal_hold_exports: z.array(holdExportObject).describe("Those that are kept, oldest first"),
  }),
  errors: ["UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "List exports of legal holds\n\nFor owners: how far each is, and where its archive is once it is done.",
});
