import type { checkCreation as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkCreationAllowed, checkedCreation } from "../../policies/organization/creation.ts";
import { findCreation } from "../../queries/organization/creations.ts";

/** Tells which organization a link creates (docs/behaviour/organization.md#creating-one-on-a-page). */
export async function checkCreation(
  ctx: Context,
  _: Identity,
  { token }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  checkCreationAllowed(ctx.creation);
  const link = { tokenHash: keyHash(token), now: new Date(ctx.now()) };
  const { email, name, subdomain } = checkedCreation(await findCreation(ctx.db, link));
  return { email, name, url: ctx.sites.urlOf({ subdomain, mainDomain: "" }) };
}
