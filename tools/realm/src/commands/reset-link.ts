import { createPasswordLink } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { UsageError } from "../usage.ts";

/** `reset-link`: makes a link with which somebody sets a password. */
export async function resetLink(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const [subdomain, email, ...rest] = args;
  if (subdomain === undefined || email === undefined || rest.length > 0)
    throw new UsageError("reset-link takes a subdomain and an address.");
  const { id: organizationId } = await operator.find(subdomain);
  const { url = "" } = await operator.call(createPasswordLink, {
    organizationId,
    input: { email },
  });
  const lines = [`With this link ${email} sets a password, once, within a day:`, url];
  return { lines, json: { email, url } };
}
