import { inject } from "vitest";

import type { TestServers } from "./run/test-servers.ts";

/** The servers of this run. Only inside vitest. */
export function testServers(): TestServers {
  return inject("testServers");
}
