import { getAuthState } from "@team-chat/contract";
import { createIdentitySigner } from "@team-chat/identity";
import { servicesWithDatabase } from "@team-chat/migrate";
import { connectNats, type NatsClient } from "@team-chat/nats";
import { openRedis } from "@team-chat/redis";
import { createServiceClient } from "@team-chat/rpc";
import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { services } from "../constellation.ts";
import { Sends } from "../faults/sends.ts";
import { Witness } from "../faults/witness.ts";
import { asClient } from "./as-client.ts";
import { inCluster, Installation } from "./installation.ts";
import { SteadyRequests } from "./steady-requests.ts";

let installation: Installation;
let witnesses: readonly Witness[];
let sends: Sends;
let steadyRequests: SteadyRequests;

beforeAll(async () => {
  installation = await Installation.start({ isPaired: true });
  const { url } = installation.constellation;
  const sender = await Client.login(url, "member2@example.com");
  const receiver = await Client.login(url, "member@example.com");
  witnesses = await Promise.all(Array.from({ length: 3 }, () => Witness.begin(receiver)));
  sends = new Sends([sender, receiver], "rotation");
  steadyRequests = await SteadyRequests.begin(sender);
  await steadyRequests.again();
});

afterAll(() => installation[Symbol.asyncDispose]());

/** Resolves when everything goes on; returns what has failed since the beginning. */
async function failures(): Promise<readonly [requests: readonly string[], polls: number]> {
  await steadyRequests.again();
  const id = await sends.next();
  await Promise.all(witnesses.map((witness) => witness.hears(id)));
  const polls = witnesses.reduce((sum, { failedPolls }) => sum + failedPolls, 0);
  return [[...sends.failures, ...steadyRequests.failures, ...loggedErrors()], polls];
}

/** Lists what processes have logged of requests that failed for a reason that they did not expect. */
function loggedErrors(): readonly string[] {
  const { constellation } = installation;
  return services
    .flatMap((name) => [name, `${name}-2`] as const)
    .flatMap((name) => constellation.process(name).logLines())
    .filter(({ status }) => status === 500)
    .map((line) => JSON.stringify(line));
}

/** Calls `users` as a process with this key. @throws when it is refused */
async function callWith(key: string): Promise<void> {
  const signer = createIdentitySigner(key);
  const { url } = installation.constellation.process("users-2");
  const users = createServiceClient(url, { name: "users", signer });
  const identity = { kind: "service", name: "gateway" } as const;
  const input = { host: "chat.example.com", since: 0 };
  try {
    await users.call(getAuthState, identity, input, { realmId: 0 });
  } finally {
    await users.close();
  }
}

/** Connects as a pod that believes in the authority of now. */
function asPod<T>(run: () => Promise<T>): Promise<T> {
  return asClient(installation.secret("authority", "ca.crt"), run);
}

/** @throws when PostgreSQL does not let in */
async function logInAtPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

/** @throws when NATS does not let in */
async function logInAtNats(name: NatsClient, credentials: string): Promise<void> {
  const url = inCluster(installation.constellation.natsUrl);
  const nats = await connectNats({ url, name, credentials });
  await nats.close();
}

/** Returns what Redis says of these credentials. */
async function askRedis(credentials: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const redis = openRedis(inCluster(installation.constellation.redisUrl), {
    timeoutMs: 10_000,
    credentials,
    onError: (error) => resolve(error.name),
  });
  redis.once("ready", () => resolve("ready"));
  const said = await promise;
  redis.disconnect();
  return said;
}

describe("a secret that is replaced under load by its command (docs/subsystems/secrets.md#in-a-cluster)", () => {
  test("the identity key is replaced, the old one is refused, and no request fails", async ({
    expect,
  }) => {
    const before = installation.secret("identity", "IDENTITY_KEY");
    await installation.cluster.rotate("identity");
    const key = installation.secret("identity", "IDENTITY_KEY");
    expect(key).toMatch(/^[\da-f]{64}$/);
    await callWith(key);
    await expect(callWith(before)).rejects.toThrow();
    expect(await failures()).toEqual([[], 0]);
  });

  test("passwords at PostgreSQL are replaced, the old ones are refused, and no request fails", async ({
    expect,
  }) => {
    for (const service of servicesWithDatabase) {
      const url = () => installation.secret(`${service}-database`, "DATABASE_URL");
      const before = url();
      await installation.cluster.rotate("database", service);
      expect(new URL(url()).username).toBe(`${service}_2`);
      await asPod(async () => {
        await expect(logInAtPostgres(before)).rejects.toMatchObject({ code: /^28/ });
        await logInAtPostgres(url());
      });
    }
    expect(await failures()).toEqual([[], 0]);
  });

  test("users at NATS are replaced, the old ones are refused, and no request fails", async ({
    expect,
  }) => {
    const names = [...services, "migrate"] as const;
    const credentialsOf = (name: string) => installation.secret(`${name}-nats`, "NATS_CREDENTIALS");
    const before = new Map(names.map((name) => [name, credentialsOf(name)]));
    await installation.cluster.rotate("nats", ...names);
    await asPod(async () => {
      for (const name of names) {
        expect(credentialsOf(name)).toMatch(new RegExp(`^${name}_2:p[0-9a-f]{64}$`));
        await logInAtNats(name, credentialsOf(name));
        await expect(logInAtNats(name, before.get(name) ?? "")).rejects.toThrow(
          "refuses those of NATS_CREDENTIALS",
        );
      }
    });
    expect(await failures()).toEqual([[], 0]);
  });

  test("the password at Redis is replaced, the old one is refused, and no request fails", async ({
    expect,
  }) => {
    const credentials = () => installation.secret("gateway-redis", "REDIS_CREDENTIALS");
    const before = credentials();
    await installation.cluster.rotate("redis");
    await asPod(async () => {
      expect(await askRedis(before)).toBe("RedisRefusal");
      expect(await askRedis(credentials())).toBe("ready");
    });
    expect(await failures()).toEqual([[], 0]);
  });

  test("certificates are replaced with their authority, the old one is believed no more, and no request fails", async ({
    expect,
  }) => {
    const authority = () => installation.secret("authority", "ca.crt");
    const before = authority();
    await installation.cluster.rotate("certificates");
    expect(authority().match(/BEGIN CERTIFICATE/g)).toHaveLength(1);
    const url = installation.secret("users-database", "DATABASE_URL");
    const logIns = [
      () => logInAtPostgres(url),
      () => logInAtNats("users", installation.secret("users-nats", "NATS_CREDENTIALS")),
    ];
    for (const logIn of logIns) {
      await asPod(logIn);
      await expect(asClient(before, logIn)).rejects.toThrow(/certificate/);
    }
    const redis = () => askRedis(installation.secret("gateway-redis", "REDIS_CREDENTIALS"));
    expect(await asPod(redis)).toBe("ready");
    expect(await asClient(before, redis)).toBe("RedisRefusal");
    expect(await failures()).toEqual([[], 0]);
  });

  test("all secrets are replaced without the end of a queue, and without losing what was sent", async ({
    expect,
  }) => {
    await steadyRequests.stop();
    const sent = await sends.stop();
    await Promise.all(witnesses.map((witness) => witness.hears(sent.at(-1) ?? 0)));
    for (const { heard, problems, registrations } of witnesses) {
      expect([problems, registrations]).toEqual([[], 1]);
      const hearers = new Set(heard);
      expect(sent.filter((id) => !hearers.has(id))).toEqual([]);
    }
    await Promise.all(witnesses.map((witness) => witness[Symbol.asyncDispose]()));
  });
});
