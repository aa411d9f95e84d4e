import { jetstreamManager } from "@nats-io/jetstream";
import {
  bundleSubject,
  type DomainEvent,
  eventStreamName,
  realmSubject,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, test } from "vitest";
import { z } from "zod";

import { service, type Writer, World } from "./world.ts";

let world: World;
let realm = 0;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function event(name: string): DomainEvent {
  return { audience: { to: "everyone" }, event: { type: "test", name } };
}

function write(writer: Writer, realmId: number, name: string): Promise<void> {
  return writer.outbox.transaction(realmId, async (_tx, emit) => {
    emit(event(name));
    await Promise.resolve();
  });
}

async function subjectsOf({ nats }: Writer, realmId: number): Promise<readonly string[]> {
  const manager = await jetstreamManager(nats);
  const { state } = await manager.streams.info(eventStreamName(0), {
    subjects_filter: realmSubject(0, realmId),
  });
  return Object.keys(state.subjects ?? {});
}

test("a process hears of what its transactions commit, and that others may have before it takes a realm over", async ({
  expect,
}) => {
  const realmId = ++realm;
  const heard: unknown[] = [];
  const onHistory = (of: number, events: string | null) => {
    if (of === realmId)
      heard.push(events && (JSON.parse(events) as DomainEvent[])[0]?.event["name"]);
  };
  await using writer = await world.writer({ onHistory });
  await using other = await world.writer();
  const failing = writer.outbox.transaction(realmId, async (_tx, emit) => {
    emit(event("never"));
    await Promise.reject(new Error("policy"));
  });
  await expect(failing).rejects.toThrow("policy");
  for (const name of ["one", "two"]) await write(writer, realmId, name);
  await write(other, realmId, "elsewhere");
  await write(writer, realmId, "three");
  expect(heard).toEqual([null, "one", "two", null, "three"]);
});

test("a bundle is published under the source it was given, and under the usual one by whoever finds only its row", async ({
  expect,
}) => {
  await using writer = await world.writer();
  const realmId = ++realm;
  const events = JSON.stringify([event("given")]);
  await writer.outbox.exclusively(realmId, async () => {
    const row = await writer.db.one(
      sql.type(
        z.object({ id: z.number(), xid: z.string() }),
      )`insert into outbox (realm_id, events) values (${realmId}, ${events}) returning id, xid::text`,
    );
    return { result: undefined, rows: [{ realmId, events, source: "given", ...row }] };
  });
  await writer.outbox.settle();
  expect(await subjectsOf(writer, realmId)).toEqual([bundleSubject(0, realmId, "given")]);

  await world.restartNats({ forget: true });
  await write(writer, realmId, "next");
  await writer.outbox.settle();
  await world.bundles(2);
  expect(await subjectsOf(writer, realmId)).toEqual([bundleSubject(0, realmId, service)]);
});
