import { z } from "zod";

import { operation } from "../operation.ts";

export const listExportKeys = operation({
  name: "listExportKeys",
  method: "GET",
  path: "/export_keys",
  owner: "messages",
  auth: "none",
  scope: "any",
  params: {},
  response: z.object({
    export_keys: z
      .array(
        z.strictObject({
          public_key: z.string().describe("Ed25519, base64 of the SubjectPublicKeyInfo"),
          first_used_at: z
            .int()
            .nullable()
            .describe("UNIX seconds; null for one with which nothing was signed yet"),
          is_current: z.boolean().describe("Whether the installation has it still"),
        }),
      )
      .describe("The one that signs now first"),
  }),
  errors: [],
  doc: "List keys that sign exports\n\nFor everybody who wants to know whether an export of a legal hold comes from this installation: the public keys that it signs with, and those that it has signed with.",
});
