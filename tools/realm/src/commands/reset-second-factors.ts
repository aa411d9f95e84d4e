import { resetAccountFactors } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { UsageError } from "../usage.ts";

/** `reset-second-factors`: removes the second factors of somebody who has lost them. */
export async function resetSecondFactors(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const [subdomain, email, ...rest] = args;
  if (subdomain === undefined || email === undefined || rest.length > 0)
    throw new UsageError("reset-second-factors takes a subdomain and an address.");
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(resetAccountFactors, { organizationId, input: { email } });
  const said = `${email} has no second factor any more, and gets word of it by e-mail.`;
  return { lines: [said], json: { email } };
}
