import { lookup } from "node:dns";

import { guardedLookup, refused, type Resolve, type TargetGuard } from "@team-chat/target-guard";
import { buildConnector } from "undici";

/** Opens connections to allowed addresses only, whether the URL has a name or an address; fails with TargetRefused. */
export function guardedConnector(
  guard: TargetGuard,
  resolve: Resolve = lookup,
): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup(guard, resolve) });
  return (target, callback) => {
    // The look-up is not asked about addresses.
    if (guard.refusesHost(target.hostname)) callback(refused(), null);
    else connect(target, callback);
  };
}
