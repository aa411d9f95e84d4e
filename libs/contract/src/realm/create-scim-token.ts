import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { maxScimTokenName } from "../operator/scim.ts";
import { text } from "../param.ts";

export const createScimToken = operation({
  name: "createScimToken",
  method: "POST",
  path: "/scim_tokens",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {
    name: text(
      upTo(maxScimTokenName).describe("Names the provisioning system, in the audit log as well"),
    ),
  },
  response: z.object({
    id: z.int().describe("Names it when it is to be ended"),
    token: z.string().describe("What the provisioning system gives; nobody can look it up later"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Create a token for SCIM\n\nFor owners. A system with the token creates, changes and deactivates accounts and groups of the organization at `/scim/v2`.",
});
