import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{libs,services,tools,tests,bench}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "tools/checks/fixtures/**"],
    globalSetup: ["libs/testkit/src/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    retry: 0,
    // Generous, because a wait that hangs is the failure these catch, not a slow machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
