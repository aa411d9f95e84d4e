import type { createRealm as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { createOrganization } from "../../workflows/creation/create-organization.ts";

/** Creates an organization for the operator. */
export function createRealm(
  ctx: Context,
  identity: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  checkOperator(identity);
  return createOrganization(ctx, input, ctx.noteAction);
}
