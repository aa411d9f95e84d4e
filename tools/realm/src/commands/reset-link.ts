import { createResetLink } from "@team-chat/contract";

import { type Operator, operatorIdentity } from "../operator.ts";
import { UsageError } from "../usage.ts";

/** `reset-link`: makes a link with which somebody sets a password. */
export async function resetLink(operator: Operator, args: readonly string[]): Promise<string[]> {
  const [subdomain, email, ...rest] = args;
  if (subdomain === undefined || email === undefined || rest.length > 0)
    throw new UsageError("reset-link takes a subdomain and an address.");
  const input = { subdomain, email };
  const { url } = await operator.users.call(createResetLink, operatorIdentity, input, {
    realmId: 0,
  });
  return [`With this link ${email} sets a password, once, within a day:`, url];
}
