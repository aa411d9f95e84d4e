import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { basic, call } from "./client.ts";
import type { Echo } from "./echo.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  gateway = await world().gateway({ MODE: "development" });
  realm = world().realm();
  alice = world().user(realm);
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

async function ask(auth: string | undefined, { host = realm.host, path = "/users/me" } = {}) {
  const asked = { host, path, ...(auth === undefined ? {} : { auth }) };
  return call(gateway.url, asked);
}

function refusal(msg: string) {
  return {
    status: 401,
    body: { result: "error", msg, code: "UNAUTHORIZED" },
    headers: { "www-authenticate": 'Basic realm="zulip"', "content-type": "application/json" },
  };
}

describe("is refused with 401 (docs/behaviour/api.md#authentication)", () => {
  test("a request without credentials is refused with 401", async ({ expect }) => {
    const msg = "Not logged in: API authentication or user session required";
    expect(await ask(undefined)).toMatchObject(refusal(msg));
    expect(await ask("")).toMatchObject(refusal(msg));
  });

  test("a header that is not two words, no base64, no text, or without exactly one colon", async ({
    expect,
  }) => {
    const { email, key } = alice;
    const encoded = (text: string | Buffer) => `Basic ${Buffer.from(text).toString("base64")}`;
    const headers = [
      "Basic",
      `Basic ${email} ${key}`,
      "Basic a:b",
      "Basic abcde",
      encoded(Buffer.from([0xff, 0x3a, 0xff])),
      encoded(email),
      encoded(`${email}:${key}:`),
      encoded(`${email}\0:${key}`),
    ];
    for (const header of headers)
      expect(await ask(header)).toMatchObject(
        refusal("Invalid authorization header for basic auth"),
      );
  });

  test("a key that is not 32 letters and digits", async ({ expect }) => {
    for (const key of ["", "abc", `${alice.key}a`, `${alice.key.slice(1)}-`])
      expect(await ask(basic(alice.email, key))).toMatchObject(refusal("Malformed API key"));
  });

  test("an unknown key, and the key of another user, is refused with 401", async ({ expect }) => {
    const bob = world().user(realm);
    for (const key of ["0".repeat(32), bob.key])
      expect(await ask(basic(alice.email, key))).toMatchObject(refusal("Invalid API key"));
  });

  test("a deactivated account is refused with 401", async ({ expect }) => {
    const gone = world().user(realm, { active: false });
    expect(await ask(basic(gone.email, gone.key))).toMatchObject(refusal("Account is deactivated"));
  });

  test("anybody in a deactivated organization is refused with 401", async ({ expect }) => {
    const closed = world().realm();
    const member = world().user(closed);
    const auth = basic(member.email, member.key);
    expect((await ask(auth, closed)).status).toBe(200);
    closed.deactivated = true;
    const msg = "This organization has been deactivated";
    expect(await ask(auth, closed)).toMatchObject(refusal(msg));
    expect(await ask(basic("x@example.com", "0".repeat(32)), closed)).toMatchObject(refusal(msg));
    const suspended = world().realm();
    suspended.deactivated = true;
    suspended.suspensionReason = "The bill of May is open.";
    expect(await ask(auth, suspended)).toMatchObject(refusal(`${msg}: The bill of May is open.`));
  });

  test("a right key at the host of another organization is refused with 401", async ({
    expect,
  }) => {
    const other = world().realm();
    expect(await ask(basic(alice.email, alice.key), other)).toMatchObject(
      refusal("Account is not associated with this subdomain"),
    );
  });

  test("an incoming-webhook bot, except where it may send (docs/behaviour/bots.md#kinds-of-bots)", async ({
    expect,
  }) => {
    const bot = world().user(realm, { isBot: true, isIncomingWebhook: true });
    const auth = basic(bot.email, bot.key);
    const msg = "This API is not available to incoming webhook bots.";
    expect(await ask(auth)).toMatchObject(refusal(msg));
    const poll = "/events?queue_id=0-1-00000000-0000-4000-8000-000000000000&last_event_id=-1";
    expect(await ask(auth, { host: realm.host, path: poll })).toMatchObject(refusal(msg));
    const sent = { method: "POST", path: "/messages", host: realm.host, auth, form: {} };
    expect((await call(gateway.url, sent)).status).toBe(200);
  });
});

test("a scheme other than Basic is a bad request (docs/behaviour/api.md#authentication)", async ({
  expect,
}) => {
  expect(await ask(`Bearer ${alice.key}`)).toMatchObject({
    status: 400,
    body: { msg: "This endpoint requires HTTP basic authentication.", code: "BAD_REQUEST" },
  });
});

// See docs/behaviour/api.md#authentication.
test("a valid key becomes a signed identity, and the credentials go no further", async ({
  expect,
}) => {
  const auth = basic(` ${alice.email.toUpperCase()} `, ` ${alice.key} `).replace("Basic", "bAsIc");
  const { body, status } = await ask(auth);
  const { headers, identity } = body["echo"] as Echo;
  expect(status).toBe(200);
  expect(identity).toEqual({
    kind: "user",
    realm: { id: realm.id, subdomain: realm.host.split(".")[0], url: `http://${realm.host}` },
    userId: alice.id,
    role: 400,
    isBot: false,
    client: "Unspecified",
    address: "127.0.0.1",
    usersVersion: realm.changes.length + 100,
  });
  expect(headers["authorization"]).toBeUndefined();
});

test("the client's name comes from its User-Agent (docs/behaviour/api.md#client-names)", async ({
  expect,
}) => {
  const names = {
    "ZulipMobile/27.0 (Android 14)": "ZulipMobile",
    "my own bot/1": "my own bot",
    "Mozilla/5.0 (X11) Gecko": "Mozilla",
    "(nothing)": "Unspecified",
    [`${"x".repeat(40)}/1`]: "x".repeat(30),
  };
  for (const [agent, name] of Object.entries(names)) {
    const asked = { path: "/users/me", host: realm.host, headers: { "User-Agent": agent } };
    const { body } = await call(gateway.url, { ...asked, auth: alice });
    expect((body["echo"] as Echo).identity).toMatchObject({ client: name });
  }
});

describe("the cache of keys (docs/behaviour/api.md#lost-access)", () => {
  test("the cache of keys asks for a key once, and for what changed at every request", async ({
    expect,
  }) => {
    const user = world().user(realm);
    const auth = basic(user.email, user.key);
    await ask(auth);
    const before = { ...world().users.asked };
    for (let count = 0; count < 3; count += 1) expect((await ask(auth)).status).toBe(200);
    expect(world().users.asked).toEqual({ ...before, getAuthState: before.getAuthState + 3 });
  });

  test("many requests at the same time share two questions at most", async ({ expect }) => {
    const user = world().user(realm);
    const auth = basic(user.email, user.key);
    await ask(auth);
    const before = world().users.asked.getAuthState;
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(auth)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(world().users.asked.getAuthState - before).toBeLessThan(20);
  });

  test("a deactivated user or a regenerated key is refused by every gateway at the very next call", async ({
    expect,
  }) => {
    await using second = await world().gateway();
    for (const change of [
      (user: TestUser) => (user.active = false),
      (user: TestUser) => (user.key = "f".repeat(32)),
    ]) {
      const user = world().user(realm);
      const asked = { path: "/users/me", host: realm.host, auth: basic(user.email, user.key) };
      for (const { url } of [gateway, second]) expect((await call(url, asked)).status).toBe(200);
      world().users.change(realm, user, change);
      for (const { url } of [gateway, second]) expect((await call(url, asked)).status).toBe(401);
    }
  });

  test("a changed role is in the identity of the very next call", async ({ expect }) => {
    const user = world().user(realm);
    const auth = basic(user.email, user.key);
    await ask(auth);
    world().users.change(realm, user, (changed) => (changed.role = 200));
    const { body } = await ask(auth);
    expect((body["echo"] as Echo).identity).toMatchObject({ role: 200 });
  });

  test("the cache of keys does not keep an answer that was overtaken by a change", async ({
    expect,
  }) => {
    const user = world().user(realm);
    const auth = basic(user.email, user.key);
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    world().users.beforeKeyAnswer = () => {
      asked.resolve();
      return answer.promise;
    };
    const overtaken = ask(auth);
    await asked.promise;
    world().users.change(realm, user, (changed) => (changed.active = false));
    // Another request takes the news of the change before the answer arrives.
    await ask(basic(alice.email, alice.key), { host: realm.host, path: "/server_settings" });
    world().users.beforeKeyAnswer = () => Promise.resolve();
    answer.resolve();
    await overtaken;
    expect((await ask(auth)).status).toBe(401);
  });

  test("the cache of keys lets nobody in while the owner of keys cannot be asked", async ({
    expect,
  }) => {
    const auth = basic(alice.email, alice.key);
    expect((await ask(auth)).status).toBe(200);
    await world().users.stop();
    const { body, headers, status } = await ask(auth);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: "SERVICE_UNAVAILABLE", "retry-after": 1 });
    expect(headers["retry-after"]).toBe("1");
    await world().users.start();
    expect((await ask(auth)).status).toBe(200);
  });
});
