import { expect, test } from "vitest";

import { findServer, installServers, locateServer } from "./locate-server.ts";

const bare = { folders: ["/nowhere"], canInstall: false };

test("a missing server that cannot be installed is one sentence that says what to do", async () => {
  const nats = locateServer("nats-server", bare);
  await expect(nats).rejects.toThrow(
    /^nats-server is missing: install it \(.+ install nats-server\), or set NATS_URL .+\.$/,
  );
  await expect(installServers(["redis-server"], bare)).rejects.toThrow(/set REDIS_URL/);
});

test("a server that is there is found and nothing is installed", async () => {
  const found = findServer("redis-server");
  expect(found).toMatch(/\/redis-server$/);
  await expect(locateServer("redis-server")).resolves.toBe(found);
});
