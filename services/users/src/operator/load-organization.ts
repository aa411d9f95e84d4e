import type { Organization } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Context } from "../context.ts";
import { presentOrganization } from "../present/organization.ts";
import { findListedRealm } from "../queries/organization/listed-realms.ts";

/** Loads an organization as its operator sees it. @throws NOT_FOUND */
export async function loadOrganization(
  ctx: Context,
  realmId: number,
): Promise<{ organization: Organization }> {
  const realm = await findListedRealm(ctx.db, realmId);
  if (realm === null) throw new AppError("NOT_FOUND", `There is no organization ${realmId}.`);
  return { organization: presentOrganization(ctx, realm) };
}
