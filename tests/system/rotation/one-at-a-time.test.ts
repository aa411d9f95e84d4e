import { test } from "vitest";

import { Cluster } from "./cluster.ts";

test("a secret is not replaced while another one is, and is afterwards", async ({ expect }) => {
  const identity = new Map([["IDENTITY_KEY", "00112233445566778899aabbccddeeff"]]);
  const redis = new Map([["REDIS_CREDENTIALS", "gateway:old"]]);
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  await using cluster = await Cluster.start(
    new Map([
      ["identity", identity],
      ["gateway-redis", redis],
    ]),
    {
      async replace() {
        begun.resolve();
        await goesOn.promise;
      },
      migrate: () => Promise.resolve(),
    },
  );
  const first = cluster.rotate(["identity"]);
  await begun.promise;
  await expect(cluster.rotate(["redis"], "gateway:new")).rejects.toThrow(
    "another deploy/rotate or deploy/rollout is under way: run this again when it has ended.",
  );
  expect(redis.get("REDIS_CREDENTIALS")).toBe("gateway:old");
  goesOn.resolve();
  await first;
  expect(identity.get("IDENTITY_KEY")).toMatch(/^[0-9a-f]{64}$/);
  await cluster.rotate(["redis"], "gateway:new");
  expect(redis.get("REDIS_CREDENTIALS")).toBe("gateway:new");
});
