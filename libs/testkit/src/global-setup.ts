import type { TestProject } from "vitest/node";

import { startTestServers } from "./run/start-test-servers.ts";

/** Brings up the servers of a vitest run and tells the test files about them; returns what ends them. */
export async function setup(project: TestProject): Promise<void> {
  const { servers, stop } = await startTestServers(process.env);
  stopServers = stop;
  project.provide("testServers", servers);
}

/** Ends what `setup` started. */
export async function teardown(): Promise<void> {
  await stopServers();
}

let stopServers = async (): Promise<void> => undefined;
