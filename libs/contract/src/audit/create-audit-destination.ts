import { z } from "zod";

import { keyword, upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { text, word } from "../param.ts";
import { destinationName, destinationUrl } from "./destination.ts";

export const createAuditDestination = operation({
  name: "createAuditDestination",
  method: "POST",
  path: "/audit_log/destinations",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    name: destinationName,
    url: destinationUrl,
    authorization: text(
      upTo(textLimits.endpoint)
        .optional()
        .describe("Header `Authorization` of the requests, which nobody can look up later"),
    ),
    cursor: word(
      keyword
        .optional()
        .describe("Cursor of the last entry that it has already; else from the oldest"),
    ),
  },
  response: z.object({
    id: z.int().describe("Names it when it is changed or removed"),
    secret: z
      .string()
      .describe("With what requests are signed, `whsec_` and base64; nobody can look it up later"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Have the audit log sent to a server\n\nFor owners. New entries are posted to the address within seconds, in the form in which `GET /audit_log/stream` has them, each at least once. Requests are signed as Standard Webhooks describe.",
});
