import type { completeSignIn } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { FollowUp } from "../../policies/second-factors/second-factors.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { hasSecondFactor } from "../../queries/second-factors/second-factors.ts";
import { asksAfterSignIn } from "../second-factors/asks-after-sign-in.ts";
import { beginHalfSignIn } from "../second-factors/begin-half-sign-in.ts";
import type { Browser } from "./begin-session.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { loadExternalAccount, type Vouched } from "./load-external-account.ts";

interface VouchedSignIn {
  readonly vouched: Vouched;
  readonly followUp: FollowUp;
  readonly browser: Browser;
}

/**
 * Signs in somebody for whom a provider vouches, up to the second factor where the organization wants that as well.
 * @throws REALM_DEACTIVATED, USER_DEACTIVATED, AUTHENTICATION_FAILED, BAD_REQUEST
 */
export async function signInVouched(
  ctx: Context,
  realm: RealmRow,
  { browser, followUp, vouched }: VouchedSignIn,
): Promise<z.input<typeof completeSignIn.output>> {
  const account = await loadExternalAccount(ctx, realm, vouched);
  const own = { realmId: realm.id, userId: account.userId };
  if (asksAfterSignIn(realm) && (await hasSecondFactor(ctx.db, own)))
    return { kind: "half", token: await beginHalfSignIn(ctx, own, followUp) };
  return finishSignIn(ctx, realm, { account, followUp, browser });
}
