import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { deleteQueue, storedLimits } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { EventsService } from "../src/index.ts";
import { pollThrough, registerThrough } from "./calls.ts";
import { eventFor, userOf, World } from "./world.ts";

const alice = userOf(1);
const bob = userOf(2);
const world = useWorld(() => World.create());
let service: EventsService;
let pool: ServiceClient;
let now = 1_000_000;

beforeAll(async () => {
  ({ pool, service } = await world().start({ now: () => now }));
});

function endings(): Readonly<Record<string, number>> {
  return Object.fromEntries(service.hub.table.endings);
}

describe("the count of queues that ended", () => {
  test("each queue that ended is counted once, by what ended it", async ({ expect }) => {
    const deleted = await registerThrough(pool, alice);
    await pool.request(deleteQueue, alice, { queue_id: deleted }, { realmId: 1 });
    expect(endings()).toEqual({ deletion: 1 });

    const waiting = await registerThrough(pool, alice);
    const gone = expect(pollThrough(pool, waiting, { caller: alice })).resolves.toEqual([]);
    await gone;
    const person = { user_id: 1, is_active: false };
    const event = { type: "realm_user", op: "update", person };
    await world().publish([{ audience: { to: "everyone" }, event }], { service: "users" });
    await world().settle();
    expect(endings()).toEqual({ deletion: 1, access: 1 });

    for (let count = 0; count <= storedLimits.queuesOfUser.most; count += 1)
      await registerThrough(pool, bob);
    expect(endings()).toEqual({ deletion: 1, access: 1, excess: 1 });

    now += 3_600_000;
    await service.expiry.sweep();
    const { most } = storedLimits.queuesOfUser;
    expect(endings()).toEqual({ deletion: 1, access: 1, excess: 1, age: most });
  });

  test("queues that a lost stream ended are counted as such", async ({ expect }) => {
    const copy = mkdtempSync(path.join(tmpdir(), "messages-"));
    await world().restartNats((messages) => cpSync(messages, copy, { recursive: true }));
    await world().settle();
    for (const caller of [alice, bob]) await registerThrough(pool, caller);
    await world().publish([eventFor([1], { message_id: 1 })]);
    await world().settle();
    const before = service.hub.table.endings.get("epoch") ?? 0;
    await world().restartNats((messages) => {
      rmSync(messages, { recursive: true });
      cpSync(copy, messages, { recursive: true });
    });
    await service.hub.whenReady();
    expect(service.hub.table.endings.get("epoch")).toBe(before + 2);
    rmSync(copy, { recursive: true });
  });
});
