import type { createSession as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { beginSession } from "../../workflows/authentication/begin-session.ts";
import { loadDemoAccount } from "../../workflows/authentication/load-demo-account.ts";
import { loadPasswordAccount } from "../../workflows/authentication/load-password-account.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Logs somebody in with a browser (docs/behaviour/sessions.md#logging-in). */
export async function createSession(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { password, realmId, username } = input;
  const { userId } =
    password === null
      ? await loadDemoAccount(ctx, realmId, username)
      : await loadPasswordAccount(ctx, realmId, { username, password });
  return { token: await beginSession(ctx, { realmId, userId }, input) };
}
