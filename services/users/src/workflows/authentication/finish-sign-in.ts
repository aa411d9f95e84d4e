import type { completeHalfSignIn } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { padKey, sealForDesktop } from "../../policies/authentication/sign-ins.ts";
import type { FollowUp } from "../../policies/second-factors/second-factors.ts";
import { settingsOf } from "../../policies/settings/own-settings.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { findDeadline } from "../second-factors/find-deadline.ts";
import { beginSession, type Browser } from "./begin-session.ts";
import { issueLogInToken } from "./issue-log-in-token.ts";

interface WholeSignIn {
  readonly account: Account;
  readonly followUp: FollowUp;
  readonly browser: Browser;
}

/**
 * Lets somebody in who has proven who they are: with a session, or with what their app waits for
 * (docs/behaviour/single-sign-on.md#apps).
 * @throws USER_DEACTIVATED
 */
export async function finishSignIn(
  ctx: Context,
  realm: RealmRow,
  { account, browser, followUp }: WholeSignIn,
): Promise<z.input<typeof completeHalfSignIn.output>> {
  const { desktopOtp, mobileOtp, next, samlSession } = followUp;
  const own = { realmId: realm.id, userId: account.userId };
  if (desktopOtp !== null) {
    const token = await issueLogInToken(ctx, own, followUp);
    const { default_language: language } = settingsOf(account);
    return { kind: "desktop", sealedToken: sealForDesktop(token, desktopOtp), language };
  }
  if (mobileOtp === null)
    return {
      kind: "session",
      token: await beginSession(ctx, own, { ...browser, samlSession }),
      next,
      lacksFactor: (await findDeadline(ctx.db, own)) !== null,
    };
  const answer = new URLSearchParams({
    otp_encrypted_api_key: padKey(await loadApiKey(ctx.db, own), mobileOtp),
    email: account.deliveryEmail,
    user_id: String(account.userId),
    realm: ctx.sites.urlOf(realm),
  });
  return { kind: "app", url: `zulip://login?${answer.toString()}` };
}
