import { createHash } from "node:crypto";

import { test } from "vitest";

import { Cluster } from "./cluster.ts";

const old = "00112233445566778899aabbccddeeff";

test("a secret is not replaced by two at once, while another one is replaced meanwhile", async ({
  expect,
}) => {
  const identity = new Map([["IDENTITY_KEY", old]]);
  const redis = new Map([["REDIS_CREDENTIALS", "gateway:old"]]);
  const redisUsers = new Map([["users.acl", "user default off\nuser gateway on #aa ~* +@all\n"]]);
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const secrets = new Map([
    ["identity", identity],
    ["gateway-redis", redis],
    ["redis-users", redisUsers],
  ]);
  await using cluster = await Cluster.start(secrets, {
    async replace(service) {
      // Redis concerns gateways alone.
      if (service === "events") begun.resolve();
      if (service === "events") await goesOn.promise;
    },
    migrate: () => Promise.resolve(),
  });
  const first = cluster.rotate("identity");
  await begun.promise;
  const after = identity.get("IDENTITY_KEY");
  expect(after).toMatch(new RegExp(`^${old},[0-9a-f]{64}$`));
  await expect(cluster.rotate("identity")).rejects.toThrow(
    "identity is being replaced by another run: run this again when that has ended.",
  );
  expect(identity.get("IDENTITY_KEY")).toBe(after);
  await cluster.rotate("redis");
  const [, password = ""] = redis.get("REDIS_CREDENTIALS")?.split(":") ?? [];
  const hash = createHash("sha256").update(password).digest("hex");
  expect(redisUsers.get("users.acl")).toBe(`user default off\nuser gateway on #${hash} ~* +@all\n`);
  goesOn.resolve();
  await first;
  await cluster.rotate("identity");
  expect(identity.get("IDENTITY_KEY")).toMatch(/^[0-9a-f]{64}$/);
});
