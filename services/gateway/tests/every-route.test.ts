import { type Operation, operations } from "@team-chat/contract";
import { newQueueId } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { type Answer, basic, call } from "./client.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;

beforeAll(async () => {
  // Services that nothing listens for: what passes the gateway is answered with 503.
  const nowhere = "http://127.0.0.1:1";
  gateway = await world().gateway({
    MODE: "development",
    CHANNELS_URL: nowhere,
    WEBHOOKS_URL: nowhere,
  });
  realm = world().realm();
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

/** Calls an operation without parameters, but for those of the path. */
function ask({ method, name, path }: Operation, host: string, user?: TestUser): Promise<Answer> {
  const address = path.replaceAll(/\{\w+\*?\}/g, "7");
  const query =
    name === "getEvents"
      ? `?queue_id=${newQueueId({ partition: 0, slot: 0 })}&last_event_id=-1&dont_block=true`
      : "";
  const auth = user === undefined ? {} : { auth: basic(user.email, user.key) };
  const form = method === "GET" ? {} : { form: {} };
  return call(gateway.url, { method, path: `${address}${query}`, host, ...auth, ...form });
}

const unauthorized = (msg: string) => ({
  status: 401,
  body: { result: "error", msg, code: "UNAUTHORIZED" },
  headers: {
    "content-type": "application/json",
    "www-authenticate": 'Basic realm="zulip"',
    "x-content-type-options": "nosniff",
  },
});

const needsAccount = operations.filter(({ auth }) => auth === "user" || auth === "human");
const takesAccount = operations.filter(({ auth }) => auth !== "none");

describe("every operation (docs/behaviour/api.md#authentication)", () => {
  test("every operation that needs an account is refused without credentials", async ({
    expect,
  }) => {
    const msg = "Not logged in: API authentication or user session required";
    for (const one of needsAccount)
      expect(await ask(one, realm.host), one.name).toMatchObject(unauthorized(msg));
  });

  test("every operation is refused at the host of another organization, also for an address that both have", async ({
    expect,
  }) => {
    const other = world().realm();
    const user = world().user(realm, { email: "twin@example.com" });
    world().user(other, { email: "twin@example.com" });
    const msg = "Account is not associated with this subdomain";
    for (const one of takesAccount)
      expect(await ask(one, other.host, user), one.name).toMatchObject(unauthorized(msg));
  });

  test("every operation is refused to deactivated accounts", async ({ expect }) => {
    const gone = world().user(realm, { active: false });
    for (const one of takesAccount)
      expect(await ask(one, realm.host, gone), one.name).toMatchObject(
        unauthorized("Account is deactivated"),
      );
  });

  test("every operation is refused in a deactivated organization", async ({ expect }) => {
    const closed = world().realm();
    const member = world().user(closed);
    closed.deactivated = true;
    const msg = "This organization has been deactivated";
    for (const one of takesAccount) {
      expect(await ask(one, closed.host, member), one.name).toMatchObject(unauthorized(msg));
      if (one.auth === "optional")
        expect(await ask(one, closed.host), one.name).toMatchObject({
          status: 401,
          body: { msg, code: "REALM_DEACTIVATED" },
        });
    }
  });

  test("every operation is closed to incoming-webhook bots, but for sending", async ({
    expect,
  }) => {
    const bot = world().user(realm, { isBot: true, isIncomingWebhook: true });
    const msg = "This API is not available to incoming webhook bots.";
    const open: string[] = [];
    for (const one of takesAccount) {
      const answer = await ask(one, realm.host, bot);
      if (answer.status === 401) expect(answer, one.name).toMatchObject(unauthorized(msg));
      else open.push(one.name);
    }
    expect(open).toEqual(["sendMessage"]);
  });

  test.for(["read", "send", "administration", "all"] as const)(
    "every operation is refused to keys of which it asks for another scope than %s (docs/behaviour/keys.md#scopes)",
    async (has, { expect }) => {
      await using queues = await world().events();
      await world().found(gateway, queues);
      const user = world().user(realm, { named: { id: 1, scopes: [has] } });
      for (const one of operations) {
        const asked = ask(one, realm.host, user);
        const { name, scope } = one;
        const isOpen = scope === "any" || has === "all" || has === scope;
        if (isOpen && name === "getEvents")
          (await queues.polls.take()).respond(200, Buffer.from("{}"));
        const { body, status } = await asked;
        const refusal = { code: "KEY_SCOPE_REQUIRED", scope };
        const msg = `This API key lacks the scope '${scope}'`;
        if (isOpen) expect(body["code"], name).not.toBe(refusal.code);
        else
          expect({ status, body }, name).toMatchObject({ status: 403, body: { ...refusal, msg } });
      }
    },
  );

  test("keys that are limited to channels send messages and upload files, and do nothing else (docs/behaviour/keys.md#channels)", async ({
    expect,
  }) => {
    const named = { id: 1, scopes: ["send" as const], channelIds: [7] };
    const user = world().user(realm, { named });
    const open: string[] = [];
    for (const one of takesAccount) {
      const { body, status } = await ask(one, realm.host, user);
      if (body["code"] !== "KEY_SCOPE_REQUIRED") open.push(one.name);
      else expect(status, one.name).toBe(403);
    }
    expect(open.toSorted()).toEqual(["sendMessage", "uploadFile"]);
  });
});

describe("the answer of every operation (docs/behaviour/api.md#rate-limits)", () => {
  test("the answer of every operation says how the caller stands with the limits", async ({
    expect,
  }) => {
    await using limited = await world().events();
    await world().found(gateway, limited);
    const user = world().user(realm, { rateLimits: "3600:1000" });
    let remaining = 1000;
    for (const one of operations) {
      const answered = ask(one, realm.host, user);
      if (one.name === "getEvents") (await limited.polls.take()).respond(200, Buffer.from("{}"));
      const { headers } = await answered;
      if (one.auth !== "none" && one.name !== "getEvents") {
        remaining -= 1;
        expect(headers["x-ratelimit-remaining"], one.name).toBe(String(remaining));
      }
      expect(headers, one.name).toMatchObject({
        "x-ratelimit-limit": expect.stringMatching(/^\d+$/) as string,
        "x-ratelimit-remaining": expect.stringMatching(/^\d+$/) as string,
        "x-ratelimit-reset": expect.stringMatching(/^\d+$/) as string,
      });
    }
  });
});
