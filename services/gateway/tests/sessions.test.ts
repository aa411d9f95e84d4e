import { devListUsers, getServerSettings } from "@team-chat/contract";
import { newQueueId } from "@team-chat/rpc";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";

import { type Call, call, callText } from "./client.ts";
import type { Echo } from "./echo.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

let world: World;
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  world = await World.create();
  gateway = await world.gateway({ MODE: "development" });
  realm = world.realm();
  alice = world.user(realm);
  world.users.respond = ({ url }) => {
    if (url.startsWith(`/api/v1${devListUsers.path}`)) {
      const address = { email: alice.email, realm_url: "", realm_uri: "" };
      return {
        status: 200,
        body: { result: "success", direct_admins: [], direct_users: [address] },
      };
    }
    if (!url.startsWith(`/api/v1${getServerSettings.path}`)) return undefined;
    return { status: 200, body: { ...settings, ...shown } };
  };
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const version = { service_version: "1", zulip_version: "1" };
const settings = {
  ...version,
  service_merge_base: "1",
  zulip_merge_base: "1",
  service_feature_level: 1,
  zulip_feature_level: 1,
  result: "success",
  msg: "",
  authentication_methods: {},
  external_authentication_methods: [],
  push_notifications_enabled: false,
  is_incompatible: false,
  email_auth_enabled: true,
  require_email_format_usernames: true,
  realm_name: "Ada & <Friends>",
  realm_icon: "/icon.png",
};

/** Settings that a test shows instead. */
let shown: object = {};

const origin = () => `http://${realm.host}`;

function submit(path: string, form: Record<string, string>, more: Partial<Call> = {}) {
  const headers = { Origin: origin(), ...more.headers };
  return callText(gateway.url, {
    method: "POST",
    path: `/${path}`,
    host: realm.host,
    form,
    ...more,
    headers,
  });
}

/** Logs Alice in; returns the header `Cookie` of her browser. */
async function logIn(form: Record<string, string> = { demo: alice.email }): Promise<string> {
  const { headers } = await submit("/login", form);
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

function ask(cookie: string, more: Partial<Call> = {}) {
  const headers = { Cookie: cookie, ...more.headers };
  return call(gateway.url, { path: "/users/me", host: realm.host, ...more, headers });
}

const identityOf = ({ body }: { body: Record<string, unknown> }) => (body["echo"] as Echo).identity;

describe("the page to log in (docs/behaviour/sessions.md#logging-in)", () => {
  test("the page to log in offers a form in the organization's name, and demo accounts", async ({
    expect,
  }) => {
    const { body, headers, status } = await callText(gateway.url, {
      path: "//login",
      host: realm.host,
    });
    expect(status).toBe(200);
    expect(body).toContain("Log in to Ada &#38; &#60;Friends&#62;");
    expect(body).toContain(`value="${alice.email}"`);
    // The one script takes what the desktop app asks for along to other pages that let people in.
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; script-src 'sha256-[^']+'; base/,
    );
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  });

  test("the page to log in takes names of a directory, and offers no new password where accounts have none", async ({
    expect,
  }) => {
    const asked = { path: "//login", host: realm.host };
    expect((await callText(gateway.url, asked)).body).toContain("/accounts/password/reset/");
    shown = { email_auth_enabled: false, authentication_methods: { ldap: true } };
    onTestFinished(() => {
      shown = {};
    });
    const { body } = await callText(gateway.url, asked);
    expect(body).toContain("User name or e-mail address");
    expect(body).toMatch(/name="username"\s+type="text"/);
    expect(body).not.toContain("/accounts/password/reset/");
  });

  test("the page to log in of a suspended organization says why it is, and offers nothing", async ({
    expect,
  }) => {
    const suspended = world.realm();
    suspended.deactivated = true;
    suspended.suspensionReason = "The <bill> of May is open.";
    const asked = { path: "//login", host: suspended.host };
    const { body, status } = await callText(gateway.url, asked);
    expect(status).toBe(200);
    const reason = "The &#60;bill&#62; of May is open.";
    expect(body).toContain(`This organization has been deactivated: ${reason}`);
    expect(body).not.toContain("<form");
  });

  test("a wrong password shows the page again with the reason and the address, and begins no session", async ({
    expect,
  }) => {
    const username = `"${alice.email}`;
    const answer = await submit("/login", { username, password: "wrong", next: "/#inbox" });
    expect(answer.status).toBe(401);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.body).toContain("Your username or password is incorrect.");
    expect(answer.body).toContain(`value="&#34;${alice.email}"`);
    expect(answer.body).toContain('name="next" value="/#inbox"');
  });

  test("a log-in is refused in words after too many wrong passwords, also with the right one", async ({
    expect,
  }) => {
    const { email } = world.user(realm);
    for (let count = 0; count < 5; count += 1)
      await submit("/login", { username: email, password: "wrong" });
    const answer = await submit("/login", { username: email, password: "right" });
    expect(answer.status).toBe(429);
    expect(answer.body).toMatch(/Too many attempts\. Try again in \d+ minutes\./);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  test.for([
    ["/#narrow/channel/1", "/#narrow/channel/1"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example", "/"],
    ["", "/"],
  ] as const)("a log-in that is to lead to %s leads to %s", async ([next, to], { expect }) => {
    const username = alice.email;
    const { headers, status } = await submit("/login", { username, password: "right", next });
    expect([status, headers.location]).toEqual([303, to]);
  });

  test("a form of another origin, or of none, logs nobody in or out", async ({ expect }) => {
    for (const path of ["/login", "/logout"])
      for (const Origin of ["https://evil.example", "null", ""]) {
        const form = { demo: alice.email };
        const cookie = await logIn();
        const answer = await submit(path, form, { headers: { Origin, Cookie: cookie } });
        expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
        expect((await ask(cookie)).status).toBe(200);
      }
  });

  test("logging out ends the session, and has the browser forget it and what it stored", async ({
    expect,
  }) => {
    const cookie = await logIn();
    const { headers, status } = await submit("/logout", {}, { headers: { Cookie: cookie } });
    expect([status, headers.location]).toEqual([303, "/login"]);
    const [session, fingerprint] = headers["set-cookie"] ?? [];
    expect(session).toMatch(/^session=; Max-Age=0;/);
    expect(fingerprint).toMatch(/^session-fingerprint=; Max-Age=0;/);
    expect(headers["clear-site-data"]).toBe('"cache", "storage"');
    expect((await ask(cookie)).status).toBe(401);
  });
});

describe("the cookie (docs/behaviour/sessions.md#the-cookie)", () => {
  test("the cookie is for this host alone over TLS, and has a plain name without", async ({
    expect,
  }) => {
    const plain = (await submit("/login", { demo: alice.email })).headers["set-cookie"]?.[0];
    expect(plain).toMatch(/^session=\w{32}; Max-Age=\d+; HttpOnly; Path=\/; SameSite=Lax$/);
    await using secure = await world.gateway({ EXTERNAL_SCHEME: "https" });
    const headers = { Origin: `https://${realm.host}` };
    const form = { username: alice.email, password: "right" };
    const asked = { method: "POST", path: "//login", host: realm.host, form, headers };
    const given = (await callText(secure.url, asked)).headers["set-cookie"]?.[0] ?? "";
    expect(given).toMatch(/^__Host-session=\w{32};.* HttpOnly; Path=\/; SameSite=Lax; Secure$/);
    const token = given.slice(given.indexOf("=") + 1, given.indexOf(";"));
    const me = (Cookie: string) =>
      call(secure.url, { path: "/users/me", host: realm.host, headers: { Cookie } });
    expect((await me(`__Host-session=${token}`)).status).toBe(200);
    expect((await me(`session=${token}`)).status).toBe(401);
  });
});

describe("requests with a session (docs/behaviour/sessions.md#requests-of-pages)", () => {
  test("requests with a session are its user's, below both addresses, as the client website", async ({
    expect,
  }) => {
    const cookie = await logIn();
    for (const path of ["/users/me", "//json/users/me"])
      expect(identityOf(await ask(`a=b; ${cookie}`, { path }))).toMatchObject({
        kind: "user",
        userId: alice.id,
        sessionId: 7,
        client: "website",
      });
  });

  test("a session is checked once and then remembered, and no service sees the cookie", async ({
    expect,
  }) => {
    const cookie = await logIn();
    const before = world.users.asked.checkSession;
    for (let count = 0; count < 3; count += 1) await ask(cookie);
    expect(world.users.asked.checkSession - before).toBeLessThanOrEqual(1);
    const { body } = await ask(cookie);
    expect((body["echo"] as Echo).headers).not.toHaveProperty("cookie");
  });

  test("a change with a session is refused unless it names the own origin", async ({ expect }) => {
    const cookie = await logIn();
    const change = (headers: Record<string, string>) =>
      ask(cookie, { method: "POST", path: "/users/me/api_key/regenerate", headers });
    expect((await change({ Origin: origin() })).status).toBe(200);
    const refused = [
      [{ Origin: "https://evil.example" }, "wrong Origin"],
      [{ Origin: `https://${realm.host}` }, "wrong Origin"],
      [{ Origin: "null" }, "wrong Origin"],
      [{}, "no Origin"],
    ] as const;
    for (const [headers, reason] of refused) {
      const { body, status } = await change(headers);
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: "CSRF_FAILED", msg: `CSRF error: ${reason}`, reason });
    }
    const { email, key } = alice;
    const headers = { Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}` };
    expect((await change(headers)).status).toBe(200);
  });

  test("a session that has ended is refused at every gateway from the next request on", async ({
    expect,
  }) => {
    await using other = await world.gateway({ MODE: "development" });
    const cookie = await logIn();
    const there = () =>
      call(other.url, { path: "/users/me", host: realm.host, headers: { Cookie: cookie } });
    expect((await there()).status).toBe(200);
    await submit("/logout", {}, { headers: { Cookie: cookie } });
    const refusal = { code: "UNAUTHORIZED", msg: "Not logged in: the session has ended" };
    expect((await there()).body).toMatchObject(refusal);
  });

  test("a browser that is not logged in is not made to ask for a password by itself", async ({
    expect,
  }) => {
    const browser = { "Sec-Fetch-Site": "same-origin" };
    for (const headers of [browser, { ...browser, Cookie: `session=${"x".repeat(32)}` }]) {
      const answer = await call(gateway.url, { path: "/users/me", host: realm.host, headers });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: "UNAUTHORIZED" });
      expect(answer.headers["www-authenticate"]).toBe('Session realm="zulip"');
    }
  });

  test("a browser's poll leaves node:http as those of programs do", async ({ expect }) => {
    await using events = await world.events();
    const cookie = await logIn();
    await world.found(gateway, events);
    for (const path of ["/events", "//json/events"]) {
      const query = `queue_id=${newQueueId({ partition: 0, slot: 0 })}&last_event_id=-1`;
      const answered = ask(cookie, { path: `${path}?${query}` });
      const poll = await events.polls.take();
      poll.respond(200, Buffer.from('{"events":[]}'));
      expect((await answered).status).toBe(200);
    }
  });
});
