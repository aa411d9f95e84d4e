import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { type Answer, call } from "../client.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";
import { HeldMessages } from "./held-messages.ts";

const stack = new AsyncDisposableStack();
const world = useWorld(() => World.create());
const messages = new HeldMessages();
const atOnce = 2;
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;
/** Bodies of the SCIM requests that have come to `users`, in order. */
let come: string[] = [];

beforeAll(async () => {
  const { url } = stack.use(await messages.start());
  gateway = stack.use(
    await world().gateway({
      MESSAGES_URL: url,
      RATE_LIMIT_USER: "3600:10000",
      WORK_AT_ONCE: String(atOnce),
    }),
  );
});

beforeEach(() => {
  come = [];
  messages.held = [];
  realm = world().realm();
  alice = world().user(realm);
  world().users.beforeScim = ({ body }) => {
    come.push(body);
    return Promise.resolve();
  };
});

afterAll(() => stack[Symbol.asyncDispose]());

function send(topic: string): Promise<Answer> {
  const form = { type: "channel", to: "x", topic, content: "x" };
  return call(gateway.url, {
    method: "POST",
    path: "/messages",
    host: realm.host,
    auth: alice,
    form,
  });
}

function provision(content = "small", of = realm): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${of.host}`,
    "Content-Length": String(Buffer.byteLength(content)),
  };
  return call(gateway.url, {
    method: "POST",
    path: "//scim/v2/Users",
    host: of.host,
    headers,
    content,
  });
}

describe("SCIM requests among all others (docs/behaviour/api.md#too-much-to-do)", () => {
  test("a SCIM request waits like any other while as many are carried out as can be", async ({
    expect,
  }) => {
    const sent = [send("0"), send("1")];
    await messages.until(atOnce);
    const provisioned = provision();
    // A large one, which has turns of its own, overtakes it.
    await provision("x".repeat(2000));
    expect(come.map((body) => body.length)).toEqual([2000]);
    messages.held[0]?.answer();
    expect((await provisioned).status).toBe(200);
    expect(come.at(-1)).toBe("small");
    messages.held[1]?.answer();
    await Promise.all(sent);
  });

  test("large SCIM requests of an organization pass one at a time, though no others can be carried out", async ({
    expect,
  }) => {
    const first = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const other = world().realm();
    world().users.beforeScim = async ({ body, realmId }) => {
      come.push(`${realmId === other.id ? "other" : "own"} ${body.slice(0, 1)}`);
      if (body.startsWith("a")) await first.promise;
      if (realmId === other.id) arrived.resolve();
    };
    const sent = [send("0"), send("1")];
    await messages.until(atOnce);
    const large = ["a", "b"].map((letter) => provision(letter.repeat(2000)));
    large.push(provision("c".repeat(2000), other));
    await arrived.promise;
    expect(come).not.toContain("own b");
    first.resolve();
    expect((await Promise.all(large)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await messages.answerAll(sent.length);
    await Promise.all(sent);
  });

  test("SCIM requests beyond those that may wait are refused as SCIM says it, and nothing of them is done", async ({
    expect,
  }) => {
    const sent = [send("0"), send("1")];
    await messages.until(atOnce);
    const asked = Array.from({ length: 30 }, () => provision());
    const refused = await Promise.race(asked);
    const tooMuch = "The server has too much to do; try again later";
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({
      "retry-after": "1",
      "content-type": "application/scim+json; charset=utf-8",
    });
    expect(refused.body).toMatchObject({ status: "503", detail: tooMuch });
    // From then on one is refused by its head, before anybody looks at its token.
    const early = await call(gateway.url, { path: "//scim/v2/Users", host: realm.host });
    expect([early.status, early.body["detail"]]).toEqual([503, tooMuch]);
    expect(come).toEqual([]);
    await messages.answerAll(sent.length);
    const all = await Promise.all(asked);
    expect(come.length).toBe(all.filter(({ status }) => status === 200).length);
    await Promise.all(sent);
  });
});
