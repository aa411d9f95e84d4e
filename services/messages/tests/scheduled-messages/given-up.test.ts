import { getMessages, updateMessageFlags } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";
import { createLogger } from "@team-chat/telemetry";
import { signedFetch, useWorld } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test, vi } from "vitest";

import type { Realm } from "../realm.ts";
import { signer, World } from "../world.ts";

const lines: Record<string, unknown>[] = [];
const to = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
const world = useWorld(() => {
  const log = createLogger({ service: "messages", level: "debug", to });
  return World.create({ log }, { REQUEST_STATEMENT_MS: 2000, LOCK_WAIT_MS: 60_000 });
});
/** As others call the service; nobody can look at all tables meanwhile, as `world().pool` does. */
let pool: ServiceClient;

beforeAll(() => {
  const { origin } = new URL(world().urlOf(""));
  pool = createServiceClient(origin, { name: "messages", signer });
});

afterAll(async () => {
  await pool.close();
});

const waiting = sql.unsafe`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Runs `work` while nobody can read messages; it can count the statements that wait for that. */
async function whileLocked(
  work: (countWaiting: () => Promise<number>) => Promise<void>,
): Promise<void> {
  await world().db.transaction(async (tx) => {
    await tx.query(sql.unsafe`lock table message`);
    await work(async () => {
      // A transaction remembers what it saw of others.
      await tx.query(sql.unsafe`select pg_stat_clear_snapshot()`);
      return (await tx.any(waiting)).length;
    });
  });
}

const page = { anchor: "newest", num_before: 10 } as const;

function fetchPage(realm: Realm, timeoutMs: number) {
  return pool.request(getMessages, realm.identity("alice"), page, { realmId: realm.id, timeoutMs });
}

const linesOf = (operation: string) => lines.filter((line) => line["operation"] === operation);

describe("a page of messages that takes too long", () => {
  test("a page of messages is no longer looked for when the gateway has given it up, and others are answered", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await whileLocked(async (countWaiting) => {
      const given = expect(fetchPage(realm, 500)).rejects.toMatchObject({
        code: "SERVICE_UNAVAILABLE",
      });
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1));
      await given;
      await vi.waitFor(async () => expect(await countWaiting()).toBe(0), 1000);
    });
    expect(await realm.ids("alice")).toEqual([id]);
  });

  test("a page of messages is no longer looked for when its client has closed the connection", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice");
    const alice = { signer, identity: realm.identity("alice") };
    const url = world().urlOf(getMessages.path);
    await whileLocked(async (countWaiting) => {
      const closing = new AbortController();
      const given = signedFetch(alice, `${url}?anchor=newest&num_before=1`, {
        signal: closing.signal,
      });
      const failure = expect(given).rejects.toThrow(/abort/i);
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1));
      closing.abort();
      await failure;
      await vi.waitFor(async () => expect(await countWaiting()).toBe(0), 1000);
    });
  });

  test("a page of messages that takes too long is answered by 503 with when to try again, and noted once", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice");
    lines.length = 0;
    const alice = { signer, identity: realm.identity("alice") };
    const url = world().urlOf(getMessages.path);
    const narrow = encodeURIComponent('[{"operator":"search","operand":"confidential"}]');
    await whileLocked(async (countWaiting) => {
      const response = await signedFetch(
        alice,
        `${url}?anchor=newest&num_before=1&narrow=${narrow}`,
      );
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(await response.json()).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      expect(await countWaiting()).toBe(0);
    });
    expect(linesOf("getMessages")).toMatchObject([
      { level: "warn", reason: "late" },
      { level: "warn", status: 503 },
    ]);
    expect(JSON.stringify(lines)).not.toContain("confidential");
  });
});

test("a change whose client went away is carried out all the same", async ({ expect }) => {
  const realm = world().realm();
  const id = await realm.send("alice");
  const params = { messages: [id], op: "add", flag: "starred" };
  const options = { realmId: realm.id, timeoutMs: 200 };
  await whileLocked(async () => {
    const given = pool.request(updateMessageFlags, realm.identity("alice"), params, options);
    await expect(given).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });
  await vi.waitFor(async () => expect(await realm.flags("alice", id)).toContain("starred"));
});

test("a change that takes too long is refused, and nothing of it is kept", async ({ expect }) => {
  const realm = world().realm();
  const id = await realm.send("alice");
  const params = { messages: [id], op: "add", flag: "starred" };
  await whileLocked(async () => {
    const options = { realmId: realm.id };
    const given = pool.request(updateMessageFlags, realm.identity("alice"), params, options);
    await expect(given).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });
  expect(await realm.flags("alice", id)).not.toContain("starred");
  expect((await realm.eventsOf("update_message_flags")).length).toBe(0);
});
