import path from "node:path";

import { expect } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const file = path.relative(root, expect.getState().testPath ?? "");

// Only where services are run, so that other tests do not load the contract.
if (process.env["CONTRACT_COVERAGE_DIR"] !== undefined && /^(?:services|tests)\//.test(file))
  await import("./record.ts");
