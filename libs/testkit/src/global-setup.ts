import type { TestProject } from "vitest/node";

import { startTestServers } from "./run/start-test-servers.ts";
import { makeTemporaryFolder } from "./run/temporary-folder.ts";

/** Brings up the servers of a vitest run and tells the test files about them. */
export async function setup(project: TestProject): Promise<void> {
  const folder = makeTemporaryFolder(process.env);
  // The processes with the test files, and all that they start, have it from here.
  process.env["TMPDIR"] = folder.path;
  const { servers, stop } = await startTestServers(process.env);
  end = async () => {
    await stop();
    folder.remove();
  };
  project.provide("testServers", servers);
}

/** Ends what `setup` started. */
export async function teardown(): Promise<void> {
  await end();
}

let end = async (): Promise<void> => undefined;
