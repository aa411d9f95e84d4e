import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, test } from "vitest";

import type { EventsService } from "../src/index.ts";
import { pollThrough, registerThrough } from "./calls.ts";
import { eventFor, userOf, World } from "./world.ts";

const world = useWorld(() => World.create());
let service: EventsService;
let pool: ServiceClient;
let realms = 0;

beforeAll(async () => {
  ({ pool, service } = await world().start());
});

/** Publishes a bundle with as many events as there are ids, each of which two users hear. */
const publish = (realm: number, ...ids: number[]) =>
  world().publish(
    ids.map((id) => eventFor([1, 2], { message_id: id })),
    { realm },
  );

type Events = Awaited<ReturnType<typeof pollThrough>>;
const idsOf = (events: Events) => events?.map((event) => event["message_id"]);
const lastOf = (events: Events) => Number(events?.at(-1)?.["id"]);

/** A client of an organization of its own, or of a given one. */
async function newClient(realmId = (realms += 1), userId = 1) {
  const caller = userOf(userId, realmId);
  const queueId = await registerThrough(pool, caller);
  const poll = (last: number, block = true) => pollThrough(pool, queueId, { caller, last, block });
  return { realmId, queueId, poll };
}

/** A client of an organization that may be given one event a second, and was given more than those of two. */
async function newBusyClient() {
  const client = await newClient();
  const { poll, realmId } = client;
  world().owners.limits = [{ realmId, eventsPerSecond: 1 }];
  await publish(realmId, 1);
  const first = await poll(-1);
  await service.counter.noteNow();
  await publish(realmId, 2, 3, 4);
  return { ...client, last: lastOf(await poll(lastOf(first))) };
}

test("events beyond a limit come later, together and in order, and others' meanwhile (docs/hosting.md#quotas)", async ({
  expect,
}) => {
  const { last, ...client } = await newBusyClient();
  const neighbour = await newClient();
  const [waiting, beside] = [client.poll(last), neighbour.poll(-1)];
  await world().parked(client.queueId);
  await world().parked(neighbour.queueId);
  await publish(client.realmId, 5);
  await publish(neighbour.realmId, 6);
  expect(idsOf(await beside)).toEqual([6]);
  expect(world().isParked(client.queueId)).toBe(true);
  await publish(client.realmId, 7, 8);
  const held = await waiting;
  expect(idsOf(held)).toEqual([5, 7, 8]);
  // They are given once.
  await publish(client.realmId, 9);
  expect(idsOf(await client.poll(lastOf(held)))).toEqual([9]);
});

test("a client that comes while events are held waits with the others, unless it missed earlier ones", async ({
  expect,
}) => {
  const { last, ...client } = await newBusyClient();
  const late = await newClient(client.realmId, 2);
  await publish(client.realmId, 4);
  const next = lastOf(await client.poll(last));
  await publish(client.realmId, 5, 6);
  await world().settle(service);
  const waiting = client.poll(next);
  await world().parked(client.queueId);
  expect(idsOf(await late.poll(-1))).toEqual([4, 5, 6]);
  expect(world().isParked(client.queueId)).toBe(true);
  // A second poll of the queue lets the first go with what there is.
  const second = client.poll(next);
  expect(idsOf(await waiting)).toEqual([5, 6]);
  expect(idsOf(await second)).toEqual([5, 6]);
});

test("whoever asks for what there is finds events that are held, and a heartbeat never passes them over", async ({
  expect,
}) => {
  const { last, ...client } = await newBusyClient();
  await publish(client.realmId, 5);
  await world().settle(service);
  expect(idsOf(await client.poll(last, false))).toEqual([5]);
  const waiting = client.poll(last);
  await world().parked(client.queueId);
  const queue = service.hub.table.get(client.queueId);
  if (!queue) throw new Error("The queue is gone.");
  service.hub.release(queue);
  expect(idsOf(await waiting)).toEqual([5]);
});

test("an organization without a limit, or whose limit is taken away, waits for nothing", async ({
  expect,
}) => {
  const { last, ...client } = await newBusyClient();
  world().owners.limits = [];
  await service.counter.noteNow();
  await publish(client.realmId, 5);
  expect(idsOf(await client.poll(last))).toEqual([5]);
  const unlimited = await newClient();
  await publish(unlimited.realmId, ...Array.from({ length: 500 }, (_, id) => id));
  const many = await unlimited.poll(-1);
  expect(many).toHaveLength(500);
  await service.counter.noteNow();
  await publish(unlimited.realmId, 501);
  expect(idsOf(await unlimited.poll(lastOf(many)))).toEqual([501]);
});
