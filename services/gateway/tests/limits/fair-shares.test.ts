import { getMessages, registerQueue, uploadFile } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach, describe, onTestFinished, test } from "vitest";

import { costOf } from "../../src/requests/request-size.ts";
import { noLimits } from "../../src/serving/organization-turns.ts";
import { type Answer, basic, call } from "../client.ts";
import { RawClient } from "../raw-client.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";
import { HeldMessages } from "./held-messages.ts";

const stack = new AsyncDisposableStack();
const world = useWorld(() => World.create());
const peer = new HeldMessages();
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  const { url } = stack.use(await peer.start());
  // Nobody is counted in Redis, which is away: shares need it not.
  const away = { REDIS_URL: "redis://127.0.0.1:1", REDIS_TIMEOUT_MS: "1" };
  gateway = stack.use(await world().gateway({ MESSAGES_URL: url, ...away }));
});

beforeEach(() => {
  peer.held = [];
  peer.answersAtOnce = false;
  realm = world().realm();
  alice = world().user(realm);
});

afterAll(() => stack[Symbol.asyncDispose]());

function send(topic: string, auth = alice, host = realm.host): Promise<Answer> {
  const form = { type: "channel", to: "x", topic, content: "hello" };
  return call(gateway.url, { method: "POST", path: "/messages", host, auth, form });
}

describe("limits of an organization, while Redis is away (docs/hosting.md#fair-shares)", () => {
  test("what exceeds the limit of requests at once waits, then is refused with the limit's name", async ({
    expect,
  }) => {
    realm.share = { ...noLimits, concurrentRequests: 1 };
    const answers = Array.from({ length: 10 }, (_, at) => send(`a${at}`));
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.body).toMatchObject({
      code: "RATE_LIMIT_HIT",
      msg: "This organization has reached its limit of 1 requests at once",
      "retry-after": 1,
    });
    const other = world().realm();
    const ofOther = send("of another", world().user(other), other.host);
    await peer.until(2);
    expect(peer.topics).toContain("of another");
    await peer.answerAll(10);
    expect((await ofOther).status).toBe(200);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  });

  test("what exceeds the limit of requests a second is refused when the queue is full, until the limit is raised", async ({
    expect,
  }) => {
    peer.answersAtOnce = true;
    realm.share = { ...noLimits, requestsPerSecond: 1 };
    const answers = Array.from({ length: 40 }, (_, at) => send(`a${at}`));
    const refused = await Promise.any(answers.map(refusal));
    expect(refused.body).toMatchObject({
      code: "RATE_LIMIT_HIT",
      msg: "This organization has reached its limit of 1 requests a second",
    });
    expect(refused.headers["retry-after"]).toBe(String(refused.body["retry-after"]));
    world().users.change(realm, alice, () => {
      realm.share = { ...noLimits, requestsPerSecond: 1000 };
    });
    answers.push(send("after"));
    // What was not refused is passed on, and what is now asked as well.
    const refusals = (await Promise.all(answers)).filter(({ status }) => status === 429);
    expect(peer.topics).toContain("after");
    expect(refusals.length + peer.held.length).toBe(41);
  });

  test("a body that arrives slowly keeps no place", async ({ expect }) => {
    realm.share = { ...noLimits, concurrentRequests: 1 };
    const lines = (path: string, length: number) =>
      [
        `POST /api/v1${path} HTTP/1.1`,
        `Host: ${realm.host}`,
        `Authorization: ${basic(alice.email, alice.key)}`,
        "Content-Type: application/x-www-form-urlencoded",
        `Content-Length: ${length}`,
      ].join("\r\n");
    for (const head of [lines("/user_uploads", 1_000_000), lines("/messages", 100)]) {
      const client = await RawClient.open(Number(new URL(gateway.url).port));
      onTestFinished(() => client[Symbol.dispose]());
      client.socket.write(`${head}\r\n\r\nto`);
    }
    peer.answersAtOnce = true;
    expect((await send("passes")).status).toBe(200);
  });
});

test("registrations, searches, large requests and uploads count as several (docs/hosting.md#fair-shares)", ({
  expect,
}) => {
  const cost = (
    operation: { name: string; upload?: { maxBytes: number } },
    query = "",
    length = 0,
  ) => costOf({ operation, query, req: { headers: { "content-length": String(length) } } });
  expect(cost(getMessages)).toBe(1);
  expect(cost(getMessages, "narrow=%5B%7B%22operator%22%3A%22search%22%7D%5D")).toBe(5);
  expect(cost(getMessages, "num_before=1000")).toBe(5);
  expect(cost(registerQueue)).toBe(5);
  expect(cost(uploadFile, "", 100)).toBe(5);
  expect(cost(uploadFile, "", 10 * 1024 * 1024)).toBe(15);
});

/** Returns an answer if it is a refusal. */
async function refusal(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  if (given.status !== 429) throw new Error("It was not refused.");
  return given;
}
