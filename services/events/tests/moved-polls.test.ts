import { type PollAnswer, PollConnection } from "@team-chat/rpc";
import { createLogger } from "@team-chat/telemetry";
import { Inbox, nextLook, useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";

import { registerThrough } from "./calls.ts";
import { key } from "./owners.ts";
import { SlowNats } from "./slow-nats.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
let slow: SlowNats;

// The world is closed before this, as its process speaks through it.
afterAll(async () => {
  await slow[Symbol.asyncDispose]();
});
const world = useWorld(() => World.create());
beforeAll(async () => {
  slow = await SlowNats.open(world().natsUrl, 0);
});

/** Connects to a process of events as a gateway does. */
async function connectTo(port: number) {
  const changes = new Inbox<boolean>();
  const answers = new Inbox<string>();
  const link = new PollConnection({
    url: `link://127.0.0.1:${port}`,
    key,
    onChange: () => changes.put(link.ready),
  });
  await changes.take();
  const poll = (queueId: string, { userId = alice.userId, dontBlock = false } = {}) =>
    link.poll(
      {
        realmId: alice.realm.id,
        userId,
        queueId,
        lastEventId: -1,
        dontBlock,
        ignored: null,
        requestId: "r",
      },
      {
        answered: ({ end, shared, status }: PollAnswer) => {
          answers.put(`${status} ${Buffer.concat([shared, end]).toString()}`);
        },
        lost: () => answers.put("lost"),
      },
    );
  return { link, answers, poll };
}

describe("polls that come from another process (docs/subsystems/events.md)", () => {
  test("a poll waits while NATS does not say whose the queue is, and one that does not block is refused", async ({
    expect,
  }) => {
    const { pool } = await world().start();
    const lines: string[] = [];
    const to = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ service: "events", level: "warn", to });
    const { service } = await world().start({ log }, { natsUrl: slow.url });
    const { answers, link, poll } = await connectTo(service.linkPort);
    using _ = link;
    const goOn = slow.pause();
    const queueId = await registerThrough(pool, alice);
    poll(queueId, { dontBlock: true });
    expect(await answers.take()).toMatch(/^503 .*SERVICE_UNAVAILABLE/);
    const line = lines.find((one) => one.includes("a poll was not carried out")) ?? "{}";
    expect(JSON.parse(line)).toMatchObject({
      requestId: "r",
      realm: alice.realm.id,
      operation: "getEvents",
      status: 503,
      err: { message: expect.stringMatching(/.+/) },
    });
    poll(queueId);
    while (service.hub.retries === 0) await nextLook();
    goOn();
    await world().publish([eventFor([1], { message_id: 7 })]);
    expect(await answers.take()).toMatch(/^200 .*"message_id":7/);
  });

  test("polls whose clients have gone before their queues were looked up are not looked up any more", async ({
    expect,
  }) => {
    const { pool } = await world().start();
    const people = Array.from({ length: 100 }, (_, number) => userOf(number + 1));
    const queues = await Promise.all(people.map((person) => registerThrough(pool, person)));
    const next = await world().start({}, { natsUrl: slow.url });
    const { answers, link, poll } = await connectTo(next.service.linkPort);
    using _ = link;
    const known = await registerThrough(next.pool, alice);
    const goOn = slow.pause();
    poll(known);
    const polls = queues.map((queueId, at) => poll(queueId, { userId: at + 1 }));
    for (const id of polls.slice(0, -1)) link.cancel(id);
    // Answers the first poll of that queue, once everything before it has been read.
    poll(known);
    expect(await answers.take()).toMatch(/^200 .*"events":\[\]/);
    goOn();
    await world().publish([eventFor([people.length], { message_id: 9 })]);
    expect(await answers.take()).toMatch(/^200 .*"message_id":9/);
    expect(next.service.hub.table.size).toBe(2);
  });

  test("everybody who polled a process that is gone is answered by the next one", async ({
    expect,
  }) => {
    const { pool } = await world().start();
    const people = Array.from({ length: 100 }, (_, number) => userOf(number + 1));
    const queues = await Promise.all(people.map((person) => registerThrough(pool, person)));
    const { service } = await world().start({}, { natsUrl: slow.url });
    const { answers, link, poll } = await connectTo(service.linkPort);
    using _ = link;
    for (const [at, queueId] of queues.entries()) poll(queueId, { userId: at + 1 });
    await world().publish([
      eventFor(
        people.map(({ userId }) => userId),
        { message_id: 8 },
      ),
    ]);
    const heard = [];
    for (const _queue of queues) heard.push(await answers.take());
    expect(heard.filter((answer) => !/^200 .*"message_id":8/.test(answer))).toEqual([]);
  });
});
