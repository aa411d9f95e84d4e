import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, test } from "vitest";

import { call } from "./client.ts";
import type { Echo } from "./echo.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;

beforeAll(async () => {
  gateway = await world().gateway();
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

test("all calls to a host that is no organization are refused, with or without credentials", async ({
  expect,
}) => {
  const user = world().user(world().realm());
  const refusal = {
    status: 404,
    body: { result: "error", msg: "Invalid subdomain", code: "NONEXISTENT_SUBDOMAIN" },
  };
  const host = "nobody.example.com";
  const hosts = [host, "", `${"x".repeat(300)}.example.com`];
  for (const one of hosts)
    expect(await call(gateway.url, { path: "/users/me", host: one, auth: user })).toMatchObject(
      refusal,
    );
  expect(await call(gateway.url, { path: "/users/me", host })).toMatchObject(refusal);
  const login = { method: "POST", path: "/fetch_api_key", host, form: { username: "a" } };
  expect(await call(gateway.url, login)).toMatchObject(refusal);
});

test("a deactivated organization refuses to register a queue without credentials", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.deactivated = true;
  const asked = { method: "POST", path: "/register", host: realm.host, form: {} };
  expect(await call(gateway.url, asked)).toMatchObject({
    status: 401,
    body: { msg: "This organization has been deactivated", code: "REALM_DEACTIVATED" },
  });
  const suspended = world().realm();
  suspended.deactivated = true;
  suspended.suspensionReason = "Moved to acme.example.org.";
  expect((await call(gateway.url, { ...asked, host: suspended.host })).body).toMatchObject({
    msg: "This organization has been deactivated: Moved to acme.example.org.",
    code: "REALM_DEACTIVATED",
  });
});

test("server settings of a host that is no organization are refused as a bad request", async ({
  expect,
}) => {
  const asked = { path: "/server_settings", host: "nobody.example.com" };
  expect(await call(gateway.url, asked)).toMatchObject({
    status: 400,
    body: { result: "error", msg: "Invalid subdomain", code: "BAD_REQUEST" },
  });
});

test("server settings of the root domain are there also without an organization", async ({
  expect,
}) => {
  await using rooted = await world().gateway({ EXTERNAL_HOST: "Root.example.com:9991" });
  for (const host of ["root.example.com:9991", "ROOT.example.com"]) {
    const { body, status } = await call(rooted.url, { path: "/server_settings", host });
    expect(status).toBe(200);
    expect((body["echo"] as Echo).identity).toMatchObject({ kind: "anonymous", realm: null });
  }
});

test("an operation without authentication ignores credentials, also bad ones", async ({
  expect,
}) => {
  const realm = world().realm();
  const asked = { path: "/server_settings", host: realm.host.toUpperCase(), auth: "nonsense" };
  const { body } = await call(gateway.url, asked);
  expect((body["echo"] as Echo).identity).toMatchObject({
    kind: "anonymous",
    realm: { id: realm.id },
  });
});

test("requests with credentials and who made them are noted, also after an outage and at the end (docs/hosting.md#usage)", async ({
  expect,
}) => {
  const { users } = world();
  const realm = world().realm();
  const [alice, bob] = [world().user(realm), world().user(realm)];
  const bot = world().user(realm, { isBot: true });
  let nowMs = Date.parse("2026-05-31T23:59:00Z");
  const own = await world().gateway({}, { now: () => nowMs });
  const ask = (user?: typeof alice) =>
    call(own.url, { path: "/users/me", host: realm.host, ...(user && { auth: user }) });
  const noted = () => users.noted.filter(({ realmId }) => realmId === realm.id);
  users.takesNotes = false;
  for (const user of [alice, alice, bot, undefined]) await ask(user);
  await own.noteUsage();
  expect(noted()).toEqual([]);
  users.takesNotes = true;
  nowMs += 120_000;
  await ask(alice);
  await own.noteUsage();
  await own.noteUsage();
  await ask(bob);
  await own[Symbol.asyncDispose]();
  const [{ source } = { source: "" }] = noted();
  const { id: realmId } = realm;
  const of = (day: string, requests: number, userIds: number[]) => {
    return { source, realmId, day, requests, processorUs: 0, databaseUs: 0, userIds };
  };
  expect(noted()).toEqual([
    of("2026-05-31", 3, [alice.id]),
    of("2026-06-01", 1, [alice.id]),
    of("2026-06-01", 2, [bob.id]),
  ]);
});
