import { type IncomingPoll, newQueueId, SlotOwners } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { type Answer, call, open } from "../client.ts";
import type { Echo } from "../echo.ts";
import type { EventsPeer } from "../events-peer.ts";
import type { TestRealm, TestUser } from "../users-peer.ts";
import { type Gateway, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: TestRealm;
let alice: TestUser;

beforeAll(async () => {
  realm = world().realm();
  alice = world().user(realm);
});

const body = (text: string) => Buffer.from(`${JSON.stringify({ result: "success", text })}\n`);

function queueIn(slot: number): string {
  return newQueueId({ partition: 0, slot });
}

function poll(gateway: Gateway, query: string, signal?: AbortSignal): Promise<Answer> {
  const asked = { path: `/events?${query}`, host: realm.host, auth: alice };
  return call(gateway.url, signal === undefined ? asked : { ...asked, signal });
}

/** A gateway that has reached one events process. */
async function pair(overrides = {}) {
  const stack = new AsyncDisposableStack();
  const events = stack.use(await world().events());
  const gateway = stack.use(await world().gateway({}, overrides));
  await world().found(gateway, events);
  return { events, gateway, stack };
}

/** The next poll that is still to be answered there. */
async function takeWaiting(events: EventsPeer): Promise<IncomingPoll> {
  let arrived = await events.polls.take();
  while (!arrived.waiting) arrived = await events.polls.take();
  return arrived;
}

/** A slot that belongs to the first of the two. */
function slotOf(first: EventsPeer, second: EventsPeer): number {
  const owners = new SlotOwners([first.member, second.member]);
  for (let slot = 0; slot < 256; slot += 1)
    if (owners.ownerOf(`0-${slot}`) === first.member) return slot;
  throw new Error("No slot belongs to the member.");
}

describe("a poll", () => {
  test("a poll of what never was a queue is refused without asking anybody, but not before the credentials", async ({
    expect,
  }) => {
    await using gateway = await world().gateway();
    for (const queueId of ["1517975029:0", "", "0-256-00000000-0000-4000-8000-000000000000"]) {
      const query = `queue_id=${encodeURIComponent(queueId)}&last_event_id=-1`;
      const refused = await poll(gateway, query);
      expect(refused).toMatchObject({
        status: 400,
        body: {
          result: "error",
          msg: `Bad event queue ID: ${queueId}`,
          code: "BAD_EVENT_QUEUE_ID",
          queue_id: queueId,
        },
      });
      const asked = { path: `/events?${query}`, host: realm.host };
      expect((await call(gateway.url, asked)).status).toBe(401);
    }
  });

  test("a poll reaches the events process with everything it needs, and gets its answer", async ({
    expect,
  }) => {
    const { events, gateway, stack } = await pair();
    await using _ = stack;
    const queueId = queueIn(7);
    const query = `queue_id=%22${queueId}%22&last_event_id=12&dont_block=false&client=x&b=1&a=2`;
    const polled = poll(gateway, query);
    const arrived = await events.polls.take();
    expect(arrived.request).toEqual({
      realmId: realm.id,
      userId: alice.id,
      queueId,
      lastEventId: 12,
      dontBlock: false,
      ignored: ["a", "b"],
      requestId: arrived.request.requestId,
    });
    expect(gateway.pendingPolls()).toBe(1);
    arrived.respond(200, body("events"));
    const { body: answer, headers, status } = await polled;
    expect([status, answer["text"]]).toEqual([200, "events"]);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-request-id": arrived.request.requestId,
      "x-ratelimit-limit": expect.stringMatching(/^\d+$/) as string,
      "x-ratelimit-remaining": expect.stringMatching(/^\d+$/) as string,
      "x-ratelimit-reset": expect.stringMatching(/^\d+$/) as string,
      "cache-control": expect.stringContaining("no-store") as string,
    });
    expect(gateway.pendingPolls()).toBe(0);
  });

  test("a poll is cancelled at the events process when the client goes away", async ({
    expect,
  }) => {
    const { events, gateway, stack } = await pair();
    await using _ = stack;
    const controller = new AbortController();
    const polled = poll(gateway, `queue_id=${queueIn(1)}&last_event_id=-1`, controller.signal);
    const refused = expect(polled).rejects.toThrow("aborted");
    const arrived = await events.polls.take();
    const cancelled = Promise.withResolvers<void>();
    arrived.onCancel = () => cancelled.resolve();
    controller.abort();
    await cancelled.promise;
    await refused;
    expect(gateway.pendingPolls()).toBe(0);
  });

  test("a poll is sent again when its events process restarts, and the client notices nothing", async ({
    expect,
  }) => {
    const { events, gateway, stack } = await pair();
    await using _ = stack;
    const queueId = queueIn(1);
    const polled = poll(gateway, `queue_id=${queueId}&last_event_id=41`);
    const before = await events.polls.take();
    await events.kill();
    await using restarted = await world().events();
    const again = await restarted.polls.take();
    expect(again.request).toEqual(before.request);
    again.respond(200, body("after the restart"));
    expect((await polled).body["text"]).toBe("after the restart");
  });

  test("a poll moves to the process that takes over when its own one dies", async ({ expect }) => {
    const { events: first, gateway, stack } = await pair();
    await using _ = stack;
    await using second = await world().events();
    const slot = slotOf(second, first);
    const polled = poll(gateway, `queue_id=${queueIn(slot)}&last_event_id=-1`);
    const arrived = await second.polls.take();
    await second.kill();
    const moved = await takeWaiting(first);
    expect(moved.request.queueId).toBe(arrived.request.queueId);
    moved.respond(200, body("taken over"));
    expect((await polled).body["text"]).toBe("taken over");
  });

  test("a poll that has waited for long is answered with nothing when its process goes, before its client gives up", async ({
    expect,
  }) => {
    await using events = await world().events();
    await using gateway = await world().gateway({}, { maxMovedPollMs: 0 });
    const queueId = queueIn(1);
    const polled = poll(gateway, `queue_id=${queueId}&last_event_id=41`);
    await events.polls.take();
    await events.kill();
    const { body: answer, status } = await polled;
    expect([status, answer]).toEqual([
      200,
      { result: "success", msg: "", events: [], queue_id: queueId },
    ]);
  });

  test("a poll moves to a process that comes and owns its queue, and leaves the old one", async ({
    expect,
  }) => {
    const { events: first, gateway, stack } = await pair();
    await using _ = stack;
    const polls = Array.from({ length: 16 }, (_poll, slot) =>
      poll(gateway, `queue_id=${queueIn(slot)}&last_event_id=-1`),
    );
    const waiting: IncomingPoll[] = [];
    while (waiting.length < polls.length) waiting.push(await first.polls.take());
    await using second = await world().events();
    const owners = new SlotOwners([first.member, second.member]);
    const isMoving = ({ request: { queueId } }: IncomingPoll) =>
      owners.ownerOf(queueId.split("-").slice(0, 2).join("-")) === second.member;
    const moving = waiting.filter(isMoving);
    const movedIds = moving.map(({ request }) => request.queueId);
    for (const _queueId of movedIds) {
      const arrived = await second.polls.take();
      expect(movedIds).toContain(arrived.request.queueId);
      arrived.respond(200, body("moved"));
    }
    for (const stayed of waiting.filter((one) => !isMoving(one)))
      stayed.respond(200, body("stayed"));
    const texts = (await Promise.all(polls)).map((answer) => answer.body["text"]);
    expect(texts.filter((text) => text === "moved")).toHaveLength(moving.length);
    expect(moving.filter((left) => left.waiting)).toEqual([]);
  });

  test("a poll is refused with 503 when no events process comes for long", async ({ expect }) => {
    await using gateway = await world().gateway({}, { maxUnsentPollMs: 50 });
    const refused = await poll(gateway, `queue_id=${queueIn(1)}&last_event_id=-1`);
    const { body: said, headers } = refused;
    expect([refused.status, said["code"]]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(headers["retry-after"]).toBe("1");
  });

  test("polls of a gateway that stops are answered with nothing, a few at a time, and hear events until then", async ({
    expect,
  }) => {
    await using events = await world().events();
    const gateway = await world().gateway();
    const polls = Array.from({ length: 200 }, (_, slot) =>
      poll(gateway, `queue_id=${queueIn(slot)}&last_event_id=-1`),
    );
    const arrived = [];
    for (const _poll of polls) arrived.push(await events.polls.take());
    const cancelled = Promise.withResolvers<void>();
    for (const waiting of arrived) waiting.onCancel = () => cancelled.resolve();
    const stopped = gateway[Symbol.asyncDispose]();
    await cancelled.promise;
    arrived.at(-1)?.respond(200, body("heard"));
    const answers = await Promise.all(polls);
    await stopped;
    const said = answers.map(({ body: { events: none, text }, headers }) =>
      JSON.stringify([headers["connection"], text ?? none]),
    );
    const nothing = Array.from({ length: 199 }, () => '["close",[]]');
    expect(said.toSorted()).toEqual(['["close","heard"]', ...nothing]);
  });
});

describe("passed on over HTTP", () => {
  test("polls with anything unusual about them are passed on over HTTP", async ({ expect }) => {
    const { events, gateway, stack } = await pair();
    await using _ = stack;
    const queries = [
      "dont_block=true",
      `queue_id=${queueIn(3)}&last_event_id=abc`,
      `queue_id=${queueIn(3)}&last_event_id=1&dont_block=yes`,
      `queue_id=${queueIn(3)}&last_event_id=1&event_types=[]`,
    ];
    for (const query of queries) {
      const { body: answer } = await poll(gateway, query);
      const echo = answer["echo"] as Echo;
      expect(echo).toMatchObject({
        service: `events ${events.member.id}`,
        url: `/api/v1/events?${query}`,
        identity: { kind: "user", userId: alice.id },
      });
    }
  });

  test("deletions of queues go over HTTP to the owner of the queue, wherever its id stands", async ({
    expect,
  }) => {
    const { events: first, gateway, stack } = await pair();
    await using _ = stack;
    await using second = await world().events();
    const queueId = queueIn(slotOf(second, first));
    // Its first poll shows that the second process has been found.
    const polled = poll(gateway, `queue_id=${queueId}&last_event_id=-1`);
    (await second.polls.take()).respond(200, body("found"));
    await polled;
    const asked = { method: "DELETE", host: realm.host, auth: alice };
    const inQuery = { ...asked, path: `/events?queue_id=${queueId}` };
    const inBody = { ...asked, path: "/events", form: { queue_id: queueId } };
    for (const one of [inQuery, inBody]) {
      const { body: answer } = await call(gateway.url, one);
      expect((answer["echo"] as Echo).service).toBe(`events ${second.member.id}`);
    }
  });

  test("requests for queues are refused with 503 while no events process is known", async ({
    expect,
  }) => {
    await using gateway = await world().gateway();
    const asked = { method: "POST", path: "/register", host: realm.host, auth: alice, form: {} };
    const response = await open(gateway.url, asked);
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "1"]);
    response.resume();
  });
});
