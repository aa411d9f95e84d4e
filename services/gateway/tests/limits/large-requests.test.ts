import type { Operation } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { isLarge } from "../../src/requests/request-size.ts";
import { type Answer, call } from "../client.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";
import { HeldMessages } from "./held-messages.ts";

// docs/adr/0012-large-requests-take-turns.md

const stack = new AsyncDisposableStack();
const large = "x".repeat(2100);
const world = useWorld(() => World.create());
let gateway: Gateway;
let realm: TestRealm;
let alice: TestUser;

const peer = new HeldMessages();

beforeAll(async () => {
  const { url } = stack.use(await peer.start());
  gateway = stack.use(await world().gateway({ MESSAGES_URL: url, RATE_LIMIT_USER: "3600:1000" }));
});

beforeEach(() => {
  peer.held = [];
  realm = world().realm();
  alice = world().user(realm);
});

afterAll(() => stack[Symbol.asyncDispose]());

interface From {
  readonly content?: string;
  readonly host?: string;
}

function send(
  auth: TestUser,
  topic: string,
  { content = large, host = realm.host }: From = {},
): Promise<Answer> {
  const form = { type: "channel", to: "x", topic, content };
  return call(gateway.url, { method: "POST", path: "/messages", host, auth, form });
}

describe("large requests (docs/subsystems/gateway.md)", () => {
  test("large requests of one organization pass one at a time, while small ones and those of others pass", async ({
    expect,
  }) => {
    const bob = world().user(realm);
    const answers = [send(alice, "large 1")];
    await peer.until(1);
    answers.push(send(alice, "large 2"), send(alice, "large 3"), send(bob, "large 4"));
    for (const [at, topic] of ["small 1", "small 2", "small 3"].entries()) {
      answers.push(send(bob, topic, { content: "hello" }));
      await peer.until(at + 2);
    }
    const other = world().realm();
    const carol = world().user(other);
    answers.push(send(carol, "of another", { host: other.host }));
    await peer.until(5);
    expect(peer.topics).toEqual(["large 1", "small 1", "small 2", "small 3", "of another"]);
    for (let next = 0; next < 8; next += 1) {
      await peer.until(next + 1);
      expect(
        peer.held.slice(next).filter(({ topic }) => topic.startsWith("large")).length,
      ).toBeLessThan(2);
      peer.held[next]?.answer();
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(answers.map(() => 200));
  });

  test("large requests beyond 32 of one user are refused, and others of the organization are not", async ({
    expect,
  }) => {
    const answers = Array.from({ length: 33 }, (_, at) => send(alice, `a${at}`));
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.body).toMatchObject({
      code: "RATE_LIMIT_HIT",
      msg: "Too many large requests at once; try again later",
    });
    answers.push(send(world().user(realm), "b"));
    await peer.answerAll(33);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(33);
    expect(peer.topics).toContain("b");
  });

  test("large requests are those above 1 kB and those for a thousand messages, but no uploads", ({
    expect,
  }) => {
    const asked = (
      query: string,
      headers: Record<string, string> = {},
      upload?: Operation["upload"],
    ) => isLarge({ query, req: { headers }, operation: { upload } });
    expect(asked("a".repeat(1024))).toBe(false);
    expect(asked("a".repeat(1025))).toBe(true);
    expect(asked("a".repeat(1000), { "content-length": "25" })).toBe(true);
    expect(asked("", { "transfer-encoding": "chunked" })).toBe(true);
    expect(asked("num_before=999&num_after=0")).toBe(false);
    expect(asked("anchor=newest&num_before=1000")).toBe(true);
    expect(asked("", { "content-length": "100000" }, { maxBytes: 1 })).toBe(false);
  });
});
