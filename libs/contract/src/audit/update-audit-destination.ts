import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, pathId, text } from "../param.ts";
import { maxDestinationName } from "./destination.ts";

export const updateAuditDestination = operation({
  name: "updateAuditDestination",
  method: "PATCH",
  path: "/audit_log/destinations/{destination_id}",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    destination_id: pathId("The destination"),
    name: text(upTo(maxDestinationName).optional().describe("Another name")),
    url: text(upTo(textLimits.endpoint).optional().describe("Another address, https")),
    authorization: text(
      upTo(textLimits.endpoint)
        .optional()
        .describe("Another header `Authorization`; empty for none"),
    ),
    is_paused: json(
      z.boolean().optional().describe("Whether nothing is sent; false goes on where it stopped"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Change where the audit log is sent to\n\nFor owners. What is not given stays; the next try is made at once. With an address on another server `authorization` has to be given as well, if there is one.",
});
