import path from "node:path";

import { defineConfig } from "vitest/config";

import { LongestFirst } from "./vitest.sequencer.ts";

/** Only the whole suite can be held to the contract: `npm test` without further words. */
const isWholeSuite = process.argv.slice(2).join(" ") === "run";
const folder = path.resolve(import.meta.dirname, ".cache/contract-coverage");

async function contractReporter() {
  const { ContractCoverageReporter } = await import("./tools/contract-coverage/src/reporter.ts");
  return new ContractCoverageReporter(folder, ["channels", "events", "messages", "users"]);
}

export default defineConfig({
  test: {
    include: ["{clients,libs,services,tools,tests,bench}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "tools/checks/fixtures/**"],
    setupFiles: ["vitest.setup.ts", "tools/contract-coverage/src/setup.ts"],
    globalSetup: ["libs/testkit/src/global-setup.ts"],
    env: isWholeSuite ? { CONTRACT_COVERAGE_DIR: folder } : {},
    reporters: isWholeSuite ? ["default", await contractReporter()] : ["default"],
    pool: "forks",
    // One more than the cores of a small machine, as some files wait for processes; with two more all take longer.
    maxWorkers: 3,
    execArgv: [
      // Threads that collect garbage and compile beside take from cores that are full: an eighth less processor time.
      "--single-threaded-gc",
      "--no-concurrent-recompilation",
      // Memory is there: with little of it to begin with, garbage is collected, and code thrown away, all the time.
      // Collecting takes 3 % of the processor time instead of 10.
      "--min-semi-space-size=64",
      "--max-semi-space-size=64",
      "--no-memory-reducer",
      "--no-flush-bytecode",
    ],
    // Files share these processes, so that the product's modules are loaded three times and not for each file: none of
    // them keeps anything that a test could see. Node runs the sources itself, as it does in production.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    retry: 0,
    // Generous, because a wait that hangs is the failure these catch, not a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
});
