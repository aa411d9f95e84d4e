import { lookup } from "node:dns";

import { guardedLookup, refused, type Resolve, type TargetGuard } from "@team-chat/target-guard";
import type { buildConnector } from "undici";

/** Opens connections to allowed addresses only, whether the URL has a name or an address; fails with TargetRefused. */
export async function guardedConnector(
  guard: TargetGuard,
  resolve: Resolve = lookup,
): Promise<buildConnector.connector> {
  const { buildConnector: build } = await import("undici");
  const connect = build({ lookup: guardedLookup(guard, resolve) });
  return (target, callback) => {
    // The look-up is not asked about addresses.
    if (guard.refusesHost(target.hostname)) callback(refused(), null);
    else connect(target, callback);
  };
}
