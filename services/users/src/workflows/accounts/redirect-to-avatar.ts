import { roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, RedirectAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { userIdOfApiEmail } from "../../policies/accounts/api-email.ts";
import { maySeeEmail } from "../../policies/accounts/email-visibility.ts";
import { checkedRealm } from "../../policies/authentication/login.ts";
import { seesEverybody } from "../../policies/visibility/visibility.ts";
import { avatarUrl, identiconUrl } from "../../present/avatar.ts";
import { type Account, findAccount, findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { admitsSpectators } from "../organization/admits-spectators.ts";
import { loadSees } from "../visibility/load-visibility.ts";

interface Wanted {
  /** Digits, or an address. */
  readonly who: string;
  readonly size: "small" | "medium";
}

/**
 * Redirects to the picture of a user. A user whom the caller may not know of is answered like one who does not exist:
 * with a picture made from what was asked for.
 * @throws UNAUTHORIZED without credentials, unless people without an account are let in
 */
export async function redirectToAvatar(
  ctx: Context,
  caller: Caller | Anonymous,
  { who, size }: Wanted,
): Promise<RedirectAnswer> {
  const realm = checkedRealm(caller.realm);
  if (
    caller.kind === "anonymous" &&
    !(await admitsSpectators(ctx, await loadRealm(ctx.db, realm.id)))
  )
    throw new AppError(
      "UNAUTHORIZED",
      "Not logged in: API authentication or user session required",
    );
  const viewer = caller.kind === "user" ? caller : { userId: 0, role: roles.guest };
  const hostname = ctx.sites.hostnameOf(realm.subdomain);
  const userId = /^\d{1,15}$/.test(who) ? Number(who) : userIdOfApiEmail(who, hostname);
  const user =
    userId === null
      ? addressed(viewer, await findAccountByEmail(ctx.db, realm.id, who.trim()))
      : await findAccount(ctx.db, realm.id, userId);
  const sees = caller.kind === "user" ? await loadSees(ctx, caller) : seesEverybody;
  if (user !== null && sees(user)) return new RedirectAnswer(avatarUrl(user, hostname, size));
  const address = userId === null ? who : `user${userId}@${hostname}`;
  return new RedirectAnswer(identiconUrl(address, { version: 1, size }));
}

function addressed(viewer: { userId: number; role: number }, user: Account | null): Account | null {
  return user !== null && maySeeEmail(viewer, user) ? user : null;
}
