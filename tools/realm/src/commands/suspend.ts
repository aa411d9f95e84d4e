import { parseArgs } from "node:util";

import { reactivateOrganization, suspendOrganization } from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain } from "../usage.ts";

/** `suspend`: locks everybody out of an organization. */
export async function suspend(operator: OperatorClient, args: readonly string[]): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { reason: { type: "string" } },
    allowPositionals: true,
  });
  const subdomain = onlySubdomain("suspend", positionals);
  const { id: organizationId } = await operator.find(subdomain);
  const input = { reason: values.reason };
  const json = await operator.call(suspendOrganization, { organizationId, input });
  return { lines: [`Suspended the organization '${subdomain}'.`], json: json.organization };
}

/** `reactivate`: lets everybody into an organization again. */
export async function reactivate(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const subdomain = onlySubdomain("reactivate", args);
  const { id: organizationId } = await operator.find(subdomain);
  const json = await operator.call(reactivateOrganization, { organizationId, input: {} });
  return { lines: [`Reactivated the organization '${subdomain}'.`], json: json.organization };
}
