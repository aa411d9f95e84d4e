import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { startRedis } from "@team-chat/servers";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openRedis, RedisRefusal } from "../src/index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "redis-"));
const stack = new AsyncDisposableStack();
let url: string;

beforeAll(async () => {
  const users = { gateway: ["before", "right"] };
  ({ url } = stack.use(await startRedis({ dataDir: path.join(folder, "redis"), users })));
});
afterAll(async () => {
  await stack.disposeAsync();
  rmSync(folder, { recursive: true });
});

/** The first that a connection says: an error, or that it is ready. */
async function outcome(credentials: string | undefined): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const redis = openRedis(url, { timeoutMs: 1000, credentials, onError: resolve });
  redis.once("ready", () => resolve("ready"));
  try {
    return await promise;
  } finally {
    redis.disconnect();
  }
}

describe("credentials for Redis (docs/subsystems/secrets.md#redis)", () => {
  test("credentials that Redis knows let a process in", async ({ expect }) => {
    expect(await outcome("gateway:right")).toBe("ready");
  });

  test("credentials that Redis does not take are told from its absence, in a sentence that says what to do", async ({
    expect,
  }) => {
    for (const wrong of ["gateway:wrong", "nobody:right", undefined]) {
      const error = await outcome(wrong);
      expect(error, wrong).toBeInstanceOf(RedisRefusal);
      expect(String(error), wrong).toContain("set REDIS_CREDENTIALS to the user:password");
    }
  });
});
