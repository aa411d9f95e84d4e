import path from "node:path";

import { expect } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const file = path.relative(root, expect.getState().testPath ?? "");
const folder = process.env["CONTRACT_COVERAGE_DIR"];

// Only where services are run, so that other tests do not load the contract.
if (folder !== undefined && /^(?:services|tests)\//.test(file)) {
  const { recordRequests } = await import("./record.ts");
  recordRequests(folder);
}
