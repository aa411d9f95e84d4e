import { z } from "zod";

import { operation } from "../operation.ts";

export const listSecondFactors = operation({
  name: "listSecondFactors",
  method: "GET",
  path: "/second_factors",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {},
  response: z.object({
    users: z
      .array(
        z.object({
          user_id: z.int().describe("The person"),
          has_second_factor: z.boolean().describe("Whether the person has a second factor"),
          required_by: z
            .int()
            .nullable()
            .describe(
              "Until when the person must set one up; UNIX seconds, null where none is lacking",
            ),
        }),
      )
      .describe("All active people, by id"),
  }),
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  doc: "List who has a second factor\n\nFor administrators.",
});
