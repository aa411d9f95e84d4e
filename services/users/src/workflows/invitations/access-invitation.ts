import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import {
  checkMayManageInvitation,
  unknownInvitation,
} from "../../policies/invitations/invitations.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { findInvitation, type Invitation } from "../../queries/invitations/invitations.ts";

/** Returns an open invitation that the caller may manage. @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL */
export async function accessInvitation(
  tx: Transaction,
  caller: Caller,
  { id, isLink }: { readonly id: number; readonly isLink: boolean },
): Promise<Invitation> {
  const found = await findInvitation(tx, caller.realm.id, id);
  if (found === null || (found.email === null) !== isLink) throw unknownInvitation();
  checkMayManageInvitation(await loadAccount(tx, caller.realm.id, caller.userId), found);
  return found;
}
