import { reactivateRealm } from "@team-chat/contract";

import { type Operator, operatorIdentity } from "../operator.ts";
import { UsageError } from "../usage.ts";

/** `reactivate`: lets everybody into an organization again. */
export async function reactivate(operator: Operator, args: readonly string[]): Promise<string[]> {
  const [subdomain, ...rest] = args;
  if (subdomain === undefined || rest.length > 0)
    throw new UsageError("reactivate takes one subdomain.");
  await operator.users.call(reactivateRealm, operatorIdentity, { subdomain }, { realmId: 0 });
  return [`Reactivated the organization '${subdomain}'.`];
}
