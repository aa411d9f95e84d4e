import type { RegisterRequest, RegisterSections } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { renderRegisterSections } from "../present/register-sections.ts";
import { loadAtSnapshot } from "../realm/load-at-snapshot.ts";
import { loadUsers } from "../realm/realm-directories.ts";

/** Nobody has this id: what is read for it is what everybody has. */
const noUser = 0;

/** This service's part of `POST /register`; without an account there are no channels, only the snapshot. */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<RegisterSections> {
  if (identity.kind === "service") throw new Error("A service has no initial data.");
  const realmId = identity.realm?.id ?? 0;
  if (identity.kind === "anonymous") {
    const { rows } = await loadAtSnapshot(ctx, { realmId, userId: noUser });
    return { snapshot: rows.snapshot, sections: {} };
  }
  const asked = await loadUsers(ctx, identity);
  const { channels, rows } = await loadAtSnapshot(ctx, { realmId, userId: identity.userId });
  const sections = renderRegisterSections(request, rows, { ...asked, channels });
  return { snapshot: rows.snapshot, sections };
}
