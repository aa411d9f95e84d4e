import { setImmediate } from "node:timers/promises";

import type { Nats } from "@team-chat/nats";
import { announceArrival, createServiceClient } from "@team-chat/rpc";
import { OwnDns, startOwnNats } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { double, type Fixture, signer, startFixture } from "./fixture.ts";

const service = { kind: "service", name: "tests" } as const;
const realms = Array.from({ length: 40 }, (_, realmId) => realmId);

/** Processes of a service that all listen at one port, each at an address of its own, behind a name. */
class Replicas implements AsyncDisposable {
  readonly dns: OwnDns;
  readonly #running = new Map<string, Fixture>();
  #port = 0;

  private constructor(dns: OwnDns) {
    this.dns = dns;
  }

  static async start(hosts: readonly string[]): Promise<Replicas> {
    const replicas = new Replicas(await OwnDns.start());
    for (const host of hosts) await replicas.add(host);
    return replicas;
  }

  /** Starts a process, which is at once behind the name. */
  async add(host: string): Promise<void> {
    const fixture = await startFixture({ at: { host, port: this.#port } });
    this.#port = fixture.running.port;
    this.#running.set(host, fixture);
    this.dns.addresses = [...this.#running.keys()];
  }

  /** Takes a process away from behind the name, and has it stop. */
  async remove(host: string): Promise<void> {
    const fixture = this.#running.get(host);
    this.#running.delete(host);
    this.dns.addresses = [...this.#running.keys()];
    await fixture?.running.close();
  }

  /** Opens a client of the name, which hears of new processes if it has NATS. */
  open(nats?: Nats) {
    const client = createServiceClient(`dns+http://messages.test:${this.#port}`, {
      name: "messages",
      signer,
      lookUp: (name) => this.dns.lookUp(name),
      ...(nats === undefined ? {} : { nats }),
    });
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
  }

  origin(host: string): string {
    return `http://${host}:${this.#port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { running } of this.#running.values()) await running.close();
    await this.dns[Symbol.asyncDispose]();
  }
}

describe("a name that stands for other processes than before", () => {
  test("a process that says it has come is asked before its name tells of it, until it says that it goes", async ({
    expect,
  }) => {
    await using own = await startOwnNats();
    const { nats } = own;
    await using replicas = await Replicas.start(["127.0.0.2"]);
    await using client = replicas.open(nats);
    const picked = () => new Set(realms.map((realmId) => client.pick(realmId)));
    const [old, added] = [replicas.origin("127.0.0.2"), replicas.origin("127.0.0.3")];
    await expect.poll(picked).toEqual(new Set([old]));
    await replicas.add("127.0.0.3");
    const arrival = announceArrival(nats, { service: "messages", origin: added });
    announceArrival(nats, { service: "users", origin: replicas.origin("127.0.0.4") });
    await expect.poll(picked).toEqual(new Set([old, added]));
    for (const realmId of realms)
      expect(await client.call(double, service, { value: 2 }, { realmId })).toMatchObject({
        value: 4,
      });
    await arrival[Symbol.asyncDispose]();
    await expect.poll(picked).toEqual(new Set([old]));
  });

  test("a process that came into the place of all others takes the first request after their end", async ({
    expect,
  }) => {
    await using replicas = await Replicas.start(["127.0.0.2"]);
    await using client = replicas.open();
    const call = () => client.call(double, service, { value: 2 }, { realmId: 3 });
    expect(await call()).toMatchObject({ value: 4 });
    await replicas.add("127.0.0.3");
    await replicas.remove("127.0.0.2");
    replicas.dns.expire();
    expect(await call()).toMatchObject({ value: 4 });
    expect(client.pick(3)).toBe(replicas.origin("127.0.0.3"));
  });

  test("a name whose old addresses are told for half a minute more fails no request while its processes are replaced", async ({
    expect,
  }) => {
    const old = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];
    const fresh = ["127.0.0.12", "127.0.0.13", "127.0.0.14", "127.0.0.15"];
    await using replicas = await Replicas.start(old);
    await using client = replicas.open();
    const failures: unknown[] = [];
    const over = new AbortController();
    const load = realms.map(async (realmId) => {
      while (!over.signal.aborted) {
        await client
          .call(double, service, { value: 2 }, { realmId })
          .catch((error: unknown) => failures.push(error));
        await setImmediate();
      }
    });
    const picked = () => new Set(realms.map((realmId) => client.pick(realmId) ?? ""));
    const origins = new Set(fresh.map((host) => replicas.origin(host)));
    for (const [index, host] of old.entries()) {
      await replicas.add(fresh[index] ?? "");
      if (index >= old.length - 2) replicas.dns.expire();
      await replicas.remove(host);
      // The last that is known stays until others are known, as minReadySeconds has it.
      if (index === old.length - 2)
        await expect.poll(() => [...picked()].some((origin) => origins.has(origin))).toBe(true);
    }
    await expect.poll(picked).toEqual(origins);
    over.abort();
    await Promise.all(load);
    expect(failures).toEqual([]);
  });
});
