import { randomBytes } from "node:crypto";

import { testServers } from "./test-servers.ts";

/**
 * Returns a new name of lower-case letters and digits for what a test file makes on shared servers.
 *
 * It serves as first token of NATS subjects, as part of stream and bucket names, and before Redis keys.
 */
export function uniquePrefix(): string {
  return `${testServers().runId}x${randomBytes(4).toString("hex")}`;
}
