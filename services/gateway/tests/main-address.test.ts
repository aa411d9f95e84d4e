import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { call, open } from "./client.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
const page = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const [main, other] = ["main.example.com", "other.example.com"];
let gateway: Gateway;

beforeAll(async () => {
  gateway = await world().gateway();
  world().realm(main, other);
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function opened(asked: {
  readonly host: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}) {
  const response = await open(gateway.url, { path: "//login?next=%2F", headers: page, ...asked });
  response.resume();
  return [response.statusCode, response.headers.location];
}

describe("addresses of an organization (docs/hosting.md#addresses)", () => {
  test("the main address, with and without its port, and hosts that are no organization lead nowhere else", async ({
    expect,
  }) => {
    for (const host of [main, "MAIN.example.com", "nobody.example.com"])
      expect((await opened({ host }))[1], host).toBeUndefined();
  });

  test("what opens a page at another address is led to the same page at the main one", async ({
    expect,
  }) => {
    const led = [302, `http://${main}/login?next=%2F`];
    for (const method of ["GET", "HEAD"])
      expect(await opened({ host: other, method }), method).toEqual(led);
  });

  test("pages of the whole installation stay at the root domain, whose organization has another main address", async ({
    expect,
  }) => {
    await using rooted = await world().gateway({ EXTERNAL_HOST: other });
    for (const path of ["//accounts/find/", "//new"]) {
      const response = await open(rooted.url, { path, headers: page, host: other });
      response.resume();
      expect(response.headers.location, path).toBeUndefined();
    }
  });

  test("a form, a script and a client of the API are served at the address that they know", async ({
    expect,
  }) => {
    expect((await opened({ host: other, method: "POST" }))[1]).toBeUndefined();
    expect((await opened({ host: other, headers: { Accept: "*/*" } }))[1]).toBeUndefined();
    const realm = world().users.realms.find(({ host }) => host === main);
    if (realm === undefined) throw new Error("There is no such organization.");
    const auth = world().user(realm);
    for (const host of [main, other])
      expect((await call(gateway.url, { path: "/users/me", host, auth })).status, host).toBe(200);
  });
});
