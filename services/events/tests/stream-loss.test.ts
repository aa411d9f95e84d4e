import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { registerQueue } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { EventsService } from "../src/index.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const world = useWorld(() => World.create());
let pool: ServiceClient;
let service: EventsService;

beforeAll(async () => {
  ({ pool, service } = await world().start());
});

async function register(): Promise<string> {
  const answer = await pool.request(registerQueue, alice, {}, { realmId: 1 });
  return answer.queue_id ?? "";
}

/** The answer to a poll, straight from the process. */
async function poll(
  queueId: string,
  { through = service, last = -1, block = false } = {},
): Promise<{ status: number; body: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>();
  const key = { queueId, realmId: 1, userId: alice.userId };
  await through.hub.poll(
    { ...key, lastEventId: last, dontBlock: !block, ignored: null },
    {
      waiting: true,
      respond: (status, body) => {
        resolve({ status, body: body.toString() });
      },
    },
  );
  return promise;
}

describe("an event queue (issue: promises 1 and 2)", () => {
  test("an event queue is not given up by a process that does not know yet where the stream stands", async ({
    expect,
  }) => {
    const queueId = await register();
    await world().publish([eventFor([1], { message_id: 1 })]);
    const other = await world().startUnready();
    const answer = await poll(queueId, { through: other });
    expect(answer.status).toBe(200);
  });

  test("an event queue lives through restarts of NATS, whatever is provisioned in between", async ({
    expect,
  }) => {
    const queueId = await register();
    for (const message of [2, 3, 4]) {
      await world().restartNats();
      await world().publish([eventFor([1], { message_id: message })]);
    }
    await world().settle();
    const { body, status } = await poll(queueId);
    expect(status).toBe(200);
    const { events } = JSON.parse(body) as { events: { message_id: number }[] };
    expect(events.map((event) => event.message_id)).toEqual([2, 3, 4]);
  });

  test("an event queue ends when the bundle seen last is not in the stream any more, also for a waiting poll", async ({
    expect,
  }) => {
    const copy = mkdtempSync(path.join(tmpdir(), "messages-"));
    await world().restartNats((messages) => {
      cpSync(messages, copy, { recursive: true });
    });
    await world().settle();
    const queueId = await register();
    await world().publish([eventFor([1], { message_id: 6 })]);
    await world().settle();
    const seen = JSON.parse((await poll(queueId)).body) as { events: { id: number }[] };
    const waiting = poll(queueId, { last: seen.events.at(-1)?.id ?? -1, block: true });
    await world().parked(queueId);
    await world().restartNats((messages) => {
      rmSync(messages, { recursive: true });
      cpSync(copy, messages, { recursive: true });
    });
    expect((await waiting).body).toContain("BAD_EVENT_QUEUE_ID");
    expect((await poll(queueId)).body).toContain("BAD_EVENT_QUEUE_ID");
    await world().settle();
    const next = await register();
    await world().publish([eventFor([1], { message_id: 7 })]);
    await world().settle();
    expect((await poll(next)).body).toContain('"message_id":7');
    rmSync(copy, { recursive: true });
  });

  test("a poll is told that its queue has ended, at whatever moment of the poll that was", async ({
    expect,
  }) => {
    // A poll takes fewer turns than that until it waits.
    for (let turns = 0; turns < 20; turns += 1) {
      const queueId = await register();
      const queue = service.hub.table.get(queueId);
      const answer = poll(queueId, { block: true });
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      if (queue) await service.hub.delete(queue, "deletion");
      expect((await answer).body).toContain("BAD_EVENT_QUEUE_ID");
    }
  });

  test("an event queue ends once for each loss, however many processes notice it and in whatever order", async ({
    expect,
  }) => {
    const copy = mkdtempSync(path.join(tmpdir(), "messages-"));
    const { service: other } = await world().start();
    await world().restartNats((messages) => {
      cpSync(messages, copy, { recursive: true });
    });
    const before = await world().losses();
    for (const loss of [1, 2, 3, 4, 5]) {
      await world().settle(other);
      await world().settle();
      await world().publish([eventFor([1], { message_id: 8 })]);
      await world().settle(other);
      await world().settle();
      await world().restartNats((messages) => {
        rmSync(messages, { recursive: true });
        cpSync(copy, messages, { recursive: true });
      });
      await other.hub.whenReady();
      await service.hub.whenReady();
      expect(await world().losses()).toBe(before + loss);
    }
    rmSync(copy, { recursive: true });
  });
});
