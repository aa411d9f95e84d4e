import { z } from "zod";

import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";

const tooMany = `Too many legal holds requested (maximum ${listLimits.legalHolds}).`;

export const listLegalHolds = operation({
  name: "listLegalHolds",
  method: "GET",
  path: "/legal_holds",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: {
    anchor: json(
      z.int().min(1).optional().describe("A legal hold: those before it; else the newest"),
    ),
    limit: json(
      z.int().min(1).max(listLimits.legalHolds, tooMany).default(100).describe("Most holds"),
    ),
  },
  response: z.object({
    legal_holds: z
      .array(
        z.strictObject({
          id: z.int().describe("Names the hold"),
          user_id: z.int().nullable().describe("The person; null where it is of a channel"),
          stream_id: z.int().nullable().describe("The channel; null where it is of a person"),
          reason: z.string().describe("As it was given"),
          begun_by: z.int().describe("The owner who began it"),
          begun_at: z.int().describe("UNIX seconds"),
          ended_by: z
            .int()
            .nullable()
            .describe("The owner who ended it; null while it is on, and where an operator did"),
          ended_at: z.int().nullable().describe("UNIX seconds; null while it is on"),
        }),
      )
      .describe("The newest first, with those that have ended"),
    found_oldest: z.boolean().describe("No hold is older than the last of these"),
  }),
  errors: ["UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "List legal holds\n\nFor owners.",
});
