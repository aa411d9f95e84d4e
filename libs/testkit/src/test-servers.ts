import { inject } from "vitest";

import type { TestServers } from "./run/test-servers.ts";

/** Returns the servers of this run. Only inside vitest. */
export function testServers(): TestServers {
  return inject("testServers");
}
