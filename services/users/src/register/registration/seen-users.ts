import { Json } from "@team-chat/register";

import { presentUnknownUser } from "../../present/unknown-user.ts";
import type { UserForm } from "../../present/user.ts";
import type { Registration } from "./registration.ts";
import { userText } from "./user-lists.ts";

/**
 * Renders the lists of users for guests who do not see everybody. Clients that need every user get those who are not
 * visible as somebody unknown, also the deactivated (docs/behaviour/users.md#users-hidden-from-guests).
 */
export function seenUsers(
  { accounts, hostname, realm, request, sees }: Registration,
  form: UserForm,
): Readonly<Record<string, Json>> {
  const active: string[] = [];
  const inactive: string[] = [];
  const systemBots: string[] = [];
  const needsAll = request.capabilities["user_list_incomplete"] !== true;
  const unknownForm = { hostname, profileData: true, createdAt: realm.createdAt };
  for (const account of accounts) {
    if (sees(account)) {
      const people = account.isActive ? active : inactive;
      (account.isSystemBot ? systemBots : people).push(userText(account, form));
    } else if (needsAll) {
      const { is_active: _, ...unknown } = presentUnknownUser(account.userId, unknownForm);
      active.push(JSON.stringify(unknown));
    }
  }
  return {
    realm_users: listOf(active),
    realm_non_active_users: listOf(inactive),
    cross_realm_bots: listOf(systemBots),
  };
}

function listOf(texts: readonly string[]): Json {
  return new Json(`[${texts.join(",")}]`);
}
