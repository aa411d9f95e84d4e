import type { listExportConsents as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listConsents } from "../../queries/organization/consents.ts";

/** Lists who lets private data be exported (docs/behaviour/organization.md#exports). */
export async function listExportConsents(
  { db }: Context,
  { realm, userId }: Caller,
): Promise<OutputOf<typeof contract>> {
  checkAdministrator(await loadAccount(db, realm.id, userId));
  const consents = await listConsents(db, realm.id);
  return {
    export_consents: consents.map((consent) => ({
      user_id: consent.userId,
      consented: consent.consented,
      email_address_visibility: consent.emailVisibility,
    })),
  };
}
