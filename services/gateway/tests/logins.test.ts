import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { networkOf } from "../src/limits/client-address.ts";
import { call } from "./client.ts";
import { expectRefused } from "./refused.ts";
import type { TestRealm } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;

const environment = { RATE_LIMIT_IP: "3600:1000", TRUSTED_PROXIES: "127.0.0.0/8" };

beforeAll(async () => {
  gateway = await world().gateway(environment);
  realm = world().realm();
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

test.for([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0DB8:0:7::", "2001:db8:0:7::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
] as const)("the address %s belongs to the network %s", ([address, network], { expect }) => {
  expect(networkOf(address)).toBe(network);
});

describe("logins", () => {
  const from = (address: string) => ({ "X-Forwarded-For": address });
  const login = (username: string, address = "192.0.2.1", url = gateway.url) =>
    call(url, {
      method: "POST",
      path: "/fetch_api_key",
      host: realm.host,
      form: { username, password: "wrong" },
      headers: from(address),
    });
  const failing = () => {
    const body = { result: "error", msg: "no", code: "AUTHENTICATION_FAILED" };
    world().users.respond = () => ({ status: 401, body });
    return { [Symbol.dispose]: () => (world().users.respond = undefined) };
  };

  test("logins of one user name from one address are refused after five failures, wherever the name stands", async ({
    expect,
  }) => {
    using _ = failing();
    const asked = { method: "POST", path: "/fetch_api_key", host: realm.host };
    const json = { "Content-Type": "application/json" };
    const names = ["eve@example.com", "EVE@example.com", " eve@example.com"];
    const answers = await Promise.all(
      names.flatMap((username) => [
        login(username, "192.0.2.2"),
        call(gateway.url, {
          ...asked,
          path: `/fetch_api_key?username=${encodeURIComponent(username)}`,
          form: { password: "wrong" },
          headers: from("192.0.2.2"),
        }),
        call(gateway.url, {
          ...asked,
          content: JSON.stringify({ username, password: "wrong" }),
          headers: { ...json, ...from("192.0.2.2") },
        }),
      ]),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 401);
    expect(refused).toHaveLength(4);
    for (const answer of refused) expectRefused(expect, answer);
    expect((await login("other@example.com", "192.0.2.2")).status).toBe(401);
    expect((await login("eve@example.com", "192.0.2.3")).status).toBe(401);
  });

  test("logins from one network are counted together where it has many addresses", async ({
    expect,
  }) => {
    using _ = failing();
    for (let count = 0; count < 5; count += 1)
      expect((await login("six@example.com", `2001:db8:0:7:${count}::1`)).status).toBe(401);
    expectRefused(expect, await login("six@example.com", "2001:db8::7:1:2:3:4"));
    expect((await login("six@example.com", "2001:db8:0:8::1")).status).toBe(401);
  });

  test("logins from many addresses end for those from which the name did not log in before", async ({
    expect,
  }) => {
    await using guarded = await world().gateway({
      ...environment,
      RATE_LIMIT_LOGIN_NAME: "3600:12",
    });
    const tries = (address: string) => login("frank@example.com", address, guarded.url);
    expect((await tries("198.51.100.1")).status).toBe(200);
    using _ = failing();
    for (let count = 0; count < 12; count += 1)
      expect((await tries(`203.0.113.${count}`)).status).toBe(401);
    expectRefused(expect, await tries("203.0.113.99"));
    expect((await login("grace@example.com", "203.0.113.99", guarded.url)).status).toBe(401);
    // Where Frank logs in, he may be wrong as often as ever.
    for (let count = 0; count < 5; count += 1)
      expect((await tries("198.51.100.1")).status).toBe(401);
    expectRefused(expect, await tries("198.51.100.1"));
  });

  test("changes of a password count as logins where the old one is wrong", async ({ expect }) => {
    const user = world().user(realm, { rateLimits: "3600:1000" });
    const change = (old_password: string) =>
      call(gateway.url, {
        method: "PATCH",
        path: "/settings",
        host: realm.host,
        auth: user,
        form: { old_password, new_password: "another" },
      });
    for (let count = 0; count < 6; count += 1) expect((await change("right")).status).toBe(200);
    for (let count = 0; count < 5; count += 1) expect((await change("wrong")).status).toBe(200);
    expectRefused(expect, await change("right"));
    expectRefused(expect, await login(user.email, "127.0.0.1"));
    const other = await call(gateway.url, {
      method: "PATCH",
      path: "/settings",
      host: realm.host,
      auth: user,
      form: { old_password: "", emojiset: "text" },
    });
    expect(other.status).toBe(200);
    expect(other.body["echo"]).toMatchObject({ body: "old_password=&emojiset=text" });
  });

  test("logins that succeed are not counted, and arrive whole", async ({ expect }) => {
    for (let count = 0; count < 7; count += 1) {
      const { body, status } = await login("good@example.com");
      expect(status).toBe(200);
      expect(body["echo"]).toMatchObject({ body: "username=good%40example.com&password=wrong" });
    }
  });
});
