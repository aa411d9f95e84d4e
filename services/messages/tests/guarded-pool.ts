import type { ServiceClient } from "@team-chat/rpc";
import type { RefusalGuard } from "@team-chat/testkit";

const never = () => false;

/** Calls that must leave everything as it was when they are refused. */
export function guarded(pool: ServiceClient, guard: RefusalGuard): ServiceClient {
  return {
    ...pool,
    call: (...call) => guard.watch(() => pool.call(...call), never),
    request: (...request) => guard.watch(() => pool.request(...request), never),
  };
}
