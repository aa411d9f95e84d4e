import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { noLimits } from "../../src/serving/organization-turns.ts";
import { type Answer, call } from "../client.ts";
import { LogLines } from "../logs/log-lines.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";
import { HeldMessages } from "./held-messages.ts";

const stack = new AsyncDisposableStack();
const world = useWorld(() => World.create());
const peer = new HeldMessages();
const [atOnce, waiting] = [2, 16];
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;
const lines = new LogLines();

beforeAll(async () => {
  const { url } = stack.use(await peer.start());
  const environment = {
    MESSAGES_URL: url,
    RATE_LIMIT_USER: "3600:10000",
    WORK_AT_ONCE: String(atOnce),
  };
  gateway = stack.use(await world().gateway(environment, { log: lines.log }));
});

beforeEach(() => {
  peer.held = [];
  realm = world().realm();
  alice = world().user(realm);
});

afterAll(() => stack[Symbol.asyncDispose]());

interface From {
  readonly auth?: TestUser;
  readonly content?: string;
  readonly host?: string;
}

function send(
  topic: string,
  { auth = alice, content = "x", host = realm.host }: From = {},
): Promise<Answer> {
  const form = { type: "channel", to: "x", topic, content };
  return call(gateway.url, { method: "POST", path: "/messages", host, auth, form });
}

describe("more requests than can be carried out (docs/behaviour/api.md#too-much-to-do)", () => {
  test("requests beyond those that may wait are refused with the time to wait, and nothing of them is done", async ({
    expect,
  }) => {
    const answers = [send("0"), send("1")];
    await peer.until(atOnce);
    for (let index = atOnce; index < atOnce + waiting + 4; index += 1)
      answers.push(send(String(index)));
    // The first refusal comes when more wait than may.
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBe("1");
    expect(lines.errorsOf(refused.headers["x-request-id"])).toMatchObject([
      { message: "The server has too much to do; try again later" },
    ]);
    expect(refused.body).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      msg: "The server has too much to do; try again later",
      "retry-after": 1,
    });
    // From then on a request is refused by its head.
    const early = await send("early", { auth: { ...alice, key: "unknown" } });
    expect(early.status).toBe(503);
    expect(early.body).toEqual(refused.body);
    expect(early.headers["retry-after"]).toBe("1");
    expect(early.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
    peer.answersAtOnce = true;
    for (const { answer } of peer.held) answer();
    const all = await Promise.all(answers);
    const accepted = all.filter(({ status }) => status === 200).length;
    expect(all.filter(({ status }) => status === 503).length).toBe(all.length - accepted);
    expect(peer.held.length).toBe(accepted);
    peer.answersAtOnce = false;
  });

  test("large requests and the events service's are passed on though no others can be carried out", async ({
    expect,
  }) => {
    const answers = [send("0"), send("1")];
    await peer.until(atOnce);
    answers.push(send("small"), send("large", { content: "x".repeat(2000) }));
    await peer.until(atOnce + 1);
    expect(peer.topics.at(-1)).toBe("large");
    const queue = { method: "DELETE", path: "/events", host: realm.host, auth: alice };
    // Nobody serves queues here.
    const ofEvents = await call(gateway.url, { ...queue, form: { queue_id: "unknown" } });
    expect(ofEvents.body["msg"]).not.toContain("too much to do");
    await peer.answerAll(atOnce + 2);
    expect(peer.topics.at(-1)).toBe("small");
    await Promise.all(answers);
  });

  test("requests that wait for the limit of their organization keep no other organization waiting", async ({
    expect,
  }) => {
    realm.share = { ...noLimits, concurrentRequests: 1 };
    const other = world().realm();
    const bob = world().user(other);
    const answers = Array.from({ length: 4 }, (_, at) => send(`a${at}`));
    await peer.until(1);
    answers.push(send("other", { auth: bob, host: other.host }));
    await peer.until(2);
    expect(peer.topics[1]).toBe("other");
    await peer.answerAll(answers.length);
    await Promise.all(answers);
  });
});
