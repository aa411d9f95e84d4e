import type { checkCreationOpen as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkMayCreate } from "../../workflows/creation/check-may-create.ts";

/** Checks that somebody may create an organization (docs/behaviour/organization.md#creating-one-on-a-page). */
export async function checkCreationOpen(
  ctx: Context,
  _: Identity,
  { invitation }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  await checkMayCreate(ctx, invitation);
  return {};
}
