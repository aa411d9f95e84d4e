import type { createSession as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { hasSecondFactor } from "../../queries/second-factors/second-factors.ts";
import { beginSession } from "../../workflows/authentication/begin-session.ts";
import { loadDemoAccount } from "../../workflows/authentication/load-demo-account.ts";
import { loadPasswordAccount } from "../../workflows/authentication/load-password-account.ts";
import { beginHalfSignIn } from "../../workflows/second-factors/begin-half-sign-in.ts";
import { findDeadline } from "../../workflows/second-factors/find-deadline.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Logs somebody in with a browser (docs/behaviour/sessions.md#logging-in), but for the second factor. */
export async function createSession(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { next, password, realmId, username } = input;
  // Whoever is let in without a password is asked for no more: there is nothing to protect on such a server.
  if (password === null) {
    const { userId } = await loadDemoAccount(ctx, realmId, username);
    const token = await beginSession(ctx, { realmId, userId }, input);
    return { token, isHalf: false, lacksFactor: false };
  }
  const { account } = await loadPasswordAccount(ctx, realmId, { username, password });
  const { userId } = account;
  const own = { realmId, userId };
  if (!(await hasSecondFactor(ctx.db, own))) {
    const lacksFactor = (await findDeadline(ctx.db, own)) !== null;
    return { token: await beginSession(ctx, own, input), isHalf: false, lacksFactor };
  }
  const followUp = { next, mobileOtp: null, desktopOtp: null, samlSession: null };
  return { token: await beginHalfSignIn(ctx, own, followUp), isHalf: true, lacksFactor: false };
}
