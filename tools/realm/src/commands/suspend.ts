import { parseArgs } from "node:util";

import { reactivateOrganization, suspendOrganization } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import { onlySubdomain } from "../usage.ts";

/** `suspend`: locks everybody out of an organization. */
export async function suspend(
  operator: OperatorClient,
  args: readonly string[],
): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { reason: { type: "string" } },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("suspend", positionals);
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(suspendOrganization, {
    organizationId,
    input: { reason: values.reason },
  });
  return [`Suspended the organization '${subdomain}'.`];
}

/** `reactivate`: lets everybody into an organization again. */
export async function reactivate(
  operator: OperatorClient,
  args: readonly string[],
): Promise<string[]> {
  const subdomain = onlySubdomain("reactivate", args);
  const { id: organizationId } = await operator.find(subdomain);
  await operator.call(reactivateOrganization, { organizationId, input: {} });
  return [`Reactivated the organization '${subdomain}'.`];
}
