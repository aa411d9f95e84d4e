import { deactivateRealm } from "@team-chat/contract";

import { type Operator, operatorIdentity } from "../operator.ts";
import { UsageError } from "../usage.ts";

/** `deactivate`: locks everybody out of an organization. */
export async function deactivate(operator: Operator, args: readonly string[]): Promise<string[]> {
  const [subdomain, ...rest] = args;
  if (subdomain === undefined || rest.length > 0)
    throw new UsageError("deactivate takes one subdomain.");
  await operator.users.call(deactivateRealm, operatorIdentity, { subdomain }, { realmId: 0 });
  return [`Deactivated the organization '${subdomain}'.`];
}
