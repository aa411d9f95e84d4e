import { z } from "zod";

import { operation } from "../operation.ts";

export const listExportConsents = operation({
  name: "listExportConsents",
  method: "GET",
  path: "/export/realm/consents",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {},
  response: z.object({
    export_consents: z
      .array(
        z.strictObject({
          user_id: z.int().describe("An active person"),
          consented: z.boolean().describe("Whether exports may have the person's private data"),
          email_address_visibility: z.int().describe("Who sees the person's address"),
        }),
      )
      .describe("By id"),
  }),
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  doc: "List who lets private data be exported\n\nFor administrators. People decide by the setting `allow_private_data_export`.",
});
