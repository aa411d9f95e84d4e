import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach, describe, type ExpectStatic, test } from "vitest";

import { type Answer, call } from "./client.ts";
import { ChannelsPeer, MessagesPeer } from "./reading-peers.ts";
import type { TestRealm, TestUser } from "./users-peer.ts";
import { type Gateway, World } from "./world.ts";

// docs/adr/0008-speculative-reads.md

const refused = { result: "error", code: "UNAUTHORIZED" };
const stack = new AsyncDisposableStack();
const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;
const messages = new MessagesPeer();
const channels = new ChannelsPeer();

beforeAll(async () => {
  const { url: messagesUrl } = stack.use(await messages.start(world().signer));
  const { url: channelsUrl } = stack.use(await channels.start(world().signer));
  const environment = { MESSAGES_URL: messagesUrl, CHANNELS_URL: channelsUrl };
  gateway = stack.use(await world().gateway({ ...environment, RATE_LIMIT_USER: "3600:6" }));
});

beforeEach(async () => {
  world().users.beforeState = () => Promise.resolve();
  channels.beforeVersion = () => Promise.resolve();
  messages.beforeAnswer = () => Promise.resolve();
  messages.padding = "";
  realm = world().realm();
  channels.versions.set(realm.id, 7);
  await overLink();
  alice = world().user(realm);
  await know(alice);
});

afterAll(() => stack[Symbol.asyncDispose]());

function read(user: TestUser, path = "/messages"): Promise<Answer> {
  return call(gateway.url, { path, host: realm.host, auth: user });
}

/** Resolves when the gateway reaches messages over a link. */
async function overLink(): Promise<void> {
  for (;;) {
    const before = messages.overHttp;
    await read(world().user(realm), "/drafts");
    if (messages.overHttp === before) break;
  }
}

/** From here on the gateway knows whom these credentials belong to, and the version of channels. */
async function know(user: TestUser): Promise<void> {
  await read(user);
  await read(user);
  while (messages.asked.size > 0) await messages.asked.take();
}

/** Sends a request of Alice's, and changes something during its proofs, once it was answered speculatively. */
async function readWhile(change: () => unknown): Promise<{ answer: Answer; asked: number }> {
  const before = messages.count;
  let isChanged: Promise<void> | undefined;
  const onceAsked = () =>
    (isChanged ??= messages.asked.take().then(() => {
      change();
    }));
  world().users.beforeState = onceAsked;
  channels.beforeVersion = onceAsked;
  const answer = await read(alice);
  return { answer, asked: messages.count - before };
}

/** Expects an answer that the service made for this caller. */
function expectAnswerFor(expect: ExpectStatic, { body, status }: Answer, caller: object): void {
  expect(status).toBe(200);
  expect(body).toMatchObject({ result: "success", number: messages.count, caller });
}

describe("what only reads is asked while it is proven who asks", () => {
  test("a read is asked while it is proven who asks, and then answered", async ({ expect }) => {
    const { answer, asked } = await readWhile(() => undefined);
    expectAnswerFor(expect, answer, {
      userId: alice.id,
      channelsVersion: 7,
      client: "Unspecified",
    });
    expect(asked).toBe(1);
    expect(answer.headers).toMatchObject({
      "x-ratelimit-limit": "6",
      "x-ratelimit-remaining": "3",
    });
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  });

  test("a long speculative answer begun before the proofs arrives whole", async ({ expect }) => {
    messages.padding = "ä".repeat(1_000_000);
    const { answer, asked } = await readWhile(() => undefined);
    expect(answer.body["padding"]).toBe(messages.padding);
    expect(asked).toBe(1);
  });

  test("a speculative answer that comes after the proofs is given as well", async ({ expect }) => {
    const proven = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    channels.beforeVersion = () => {
      proven.resolve();
      return Promise.resolve();
    };
    messages.beforeAnswer = () => late.promise;
    messages.padding = "x".repeat(600_000);
    const before = messages.count;
    const answered = read(alice);
    await proven.promise;
    await read(alice, "/users/me");
    late.resolve();
    const { body } = await answered;
    expect(body["padding"]).toBe(messages.padding);
    expect(messages.count - before).toBe(1);
  });
});

describe("a speculative answer is discarded", () => {
  test("a speculative answer is discarded when the user was deactivated meanwhile (docs/behaviour/api.md#lost-access)", async ({
    expect,
  }) => {
    const { answer, asked } = await readWhile(() => {
      world().users.change(realm, alice, (user) => {
        user.active = false;
      });
    });
    expect(answer).toMatchObject({
      status: 401,
      body: { ...refused, msg: "Account is deactivated" },
    });
    expect(answer.body).not.toHaveProperty("caller");
    expect(asked).toBe(1);
  });

  test("a speculative answer is discarded when the key was replaced", async ({ expect }) => {
    const { key, email } = alice;
    world().users.beforeState = async () => {
      await messages.asked.take();
      world().users.beforeState = () => Promise.resolve();
      world().users.change(realm, alice, (user) => {
        user.key = "another";
      });
    };
    const auth = { email, key };
    const answer = await call(gateway.url, { path: "/messages", host: realm.host, auth });
    expect(answer).toMatchObject({ status: 401, body: { ...refused, msg: "Invalid API key" } });
    expect(answer.body).not.toHaveProperty("caller");
  });

  function removeRealm(): void {
    world().users.realms.splice(world().users.realms.indexOf(realm), 1);
  }

  function closeRealm(): void {
    realm.deactivated = true;
  }

  function replaceRealm(): void {
    removeRealm();
    world().realm(realm.host);
  }

  const closed = { ...refused, msg: "This organization has been deactivated" };

  test.for([
    { what: "the organization was deactivated", change: closeRealm, status: 401, body: closed },
    { what: "the host became another's", change: replaceRealm, status: 401, body: refused },
    {
      what: "there is no organization any more",
      change: removeRealm,
      status: 404,
      body: { code: "NONEXISTENT_SUBDOMAIN" },
    },
  ])(
    "a speculative answer is discarded when $what",
    async ({ body, change, status }, { expect }) => {
      const { answer } = await readWhile(change);
      expect(answer).toMatchObject({ status, body });
      expect(answer.body).not.toHaveProperty("caller");
    },
  );

  test("a speculative answer is asked for again when the role changed", async ({ expect }) => {
    const { answer, asked } = await readWhile(() => {
      world().users.change(realm, alice, (user) => {
        user.role = 600;
      });
    });
    expectAnswerFor(expect, answer, { userId: alice.id, role: 600 });
    expect(asked).toBe(2);
  });

  test("a speculative answer is discarded when anything else of users changed, and asked with the new version", async ({
    expect,
  }) => {
    const other = world().user(realm);
    const { answer, asked } = await readWhile(() => {
      world().users.change(realm, other, (user) => {
        user.role = 600;
      });
    });
    expectAnswerFor(expect, answer, { usersVersion: realm.changes.length + 100 });
    expect(asked).toBe(2);
  });

  test("a speculative answer is asked for again when channels changed", async ({ expect }) => {
    const { answer, asked } = await readWhile(() => channels.versions.set(realm.id, 8));
    expectAnswerFor(expect, answer, { channelsVersion: 8 });
    expect(asked).toBe(2);
  });

  test("a speculative answer is discarded when the user is over the limit, and none is asked for soon after", async ({
    expect,
  }) => {
    for (let left = 4; left > 0; left -= 1) expect((await read(alice)).status).toBe(200);
    const before = messages.count;
    for (let times = 0; times < 3; times += 1) {
      const answer = await read(alice);
      expect(answer).toMatchObject({ status: 429, body: { code: "RATE_LIMIT_HIT" } });
      expect(answer.body).not.toHaveProperty("caller");
    }
    expect(messages.count - before).toBeLessThanOrEqual(1);
  });
});

describe("nothing is read speculatively", () => {
  test.for([
    ["POST", "/messages"],
    ["GET", "/drafts"],
  ])(
    "nothing is read speculatively of what changes something or is rare: %s %s",
    async ([method = "", path = ""], { expect }) => {
      const before = messages.count;
      world().users.beforeState = () => {
        world().users.change(realm, alice, (user) => {
          user.active = false;
        });
        return Promise.resolve();
      };
      const form = { type: "channel", to: "1", topic: "t", content: "c" };
      const asked = { method, path, host: realm.host, auth: alice };
      const answer = await call(gateway.url, method === "POST" ? { ...asked, form } : asked);
      expect(answer).toMatchObject({ status: 401, body: refused });
      expect(messages.count).toBe(before);
    },
  );

  test("nothing is read speculatively of credentials that were never proven, and without any", async ({
    expect,
  }) => {
    const before = messages.count;
    const stranger = { email: alice.email, key: "guessed" };
    const at = { path: "/messages", host: realm.host };
    expect((await call(gateway.url, { ...at, auth: stranger })).status).toBe(401);
    expect(messages.count).toBe(before);
    expect((await call(gateway.url, at)).body["caller"]).toMatchObject({ kind: "anonymous" });
    expect(messages.count).toBe(before + 1);
  });

  test("nothing is read speculatively while channels says no version", async ({ expect }) => {
    channels.versions.delete(realm.id);
    await read(alice);
    const before = messages.count;
    const { body } = await read(alice);
    expect(body).toMatchObject({ number: before + 1, caller: { channelsVersion: 0 } });
  });
});

test("a read is passed on again when the service goes away meanwhile", async ({ expect }) => {
  const peer = new MessagesPeer();
  const running = await peer.start(world().signer);
  const { url: channelsUrl } = stack.use(await channels.start(world().signer));
  await using lonely = await world().gateway({
    MESSAGES_URL: running.url,
    CHANNELS_URL: channelsUrl,
  });
  const asked = { path: "/messages", host: realm.host, auth: alice };
  for (;;) {
    const before = peer.overHttp;
    await call(lonely.url, asked);
    if (peer.overHttp === before) break;
  }
  const gone = Promise.withResolvers<void>();
  peer.beforeAnswer = () => gone.promise;
  world().users.beforeState = async () => {
    await running[Symbol.asyncDispose]();
  };
  const answer = await call(lonely.url, asked);
  expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  gone.resolve();
});
