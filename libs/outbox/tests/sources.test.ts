import { jetstreamManager } from "@nats-io/jetstream";
import {
  type BundleFacts,
  bundleSubject,
  type DomainEvent,
  factsOf,
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

function event(type: string): DomainEvent {
  return { audience: { to: "everyone" }, event: { type } };
}

function write(writer: Writer, realmId: number, type: string): Promise<void> {
  return writer.outbox.transaction(realmId, async (_tx, emit) => {
    emit(event(type));
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
  const onHistory = (of: number, facts: BundleFacts | null) => {
    if (of === realmId) heard.push(facts && facts.eventTypes);
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
  expect(heard).toEqual([null, ["one"], ["two"], null, ["three"]]);
});

test("a bundle is published under the source it was given, and under the usual one by whoever finds only its row", async ({
  expect,
}) => {
  await using writer = await world.writer();
  const realmId = ++realm;
  const events = JSON.stringify([event("given")]);
  const facts = factsOf([event("given")]);
  await writer.outbox.exclusively(realmId, async () => {
    const row = await writer.db.one(
      sql.type(
        z.object({ id: z.number(), xid: z.string(), term: z.number() }),
      )`insert into outbox (realm_id, events) values (${realmId}, ${events}) returning id, xid::text, term`,
    );
    return { result: undefined, rows: [{ realmId, events, facts, source: "given", ...row }] };
  });
  await writer.outbox.settle();
  expect(await subjectsOf(writer, realmId)).toEqual([bundleSubject(0, realmId, "given")]);

  await world.restartNats({ forget: true });
  await write(writer, realmId, "next");
  await writer.outbox.settle();
  await world.bundles(2);
  expect(await subjectsOf(writer, realmId)).toEqual([bundleSubject(0, realmId, service)]);
});

test("a bundle's facts stand in its row and in a header, and a row of an earlier release has none", async ({
  expect,
}) => {
  await using writer = await world.writer();
  const realmId = ++realm;
  await write(writer, realmId, "known");
  await writer.outbox.settle();
  expect(await world.facts(realmId, 1)).toEqual([factsOf([event("known")])]);

  const old = JSON.stringify([event("old")]);
  await writer.db.query(
    sql.unsafe`insert into outbox (realm_id, events) values (${realmId}, ${old})`,
  );
  await world.restartNats({ forget: true });
  await write(writer, realmId, "next");
  await writer.outbox.settle();
  const facts = [factsOf([event("known")]), null, factsOf([event("next")])];
  expect(await world.facts(realmId, 3)).toEqual(facts);
});

test("a bundle says when it was committed, however late it is published, and by whomever (docs/operations.md#deliverylatefast)", async ({
  expect,
}) => {
  await using writer = await world.writer();
  const realmId = ++realm;
  await write(writer, realmId, "before");
  await writer.outbox.settle();
  const { length } = await world.commitTimes(1);
  const left = new Date("2026-01-02T03:04:05Z");
  const events = JSON.stringify([event("left")]);
  const times: number[] = [];
  await world.restartNats({
    whileDown: async () => {
      await writer.db.query(
        sql.unsafe`insert into outbox (realm_id, events, created_at) values (${++realm}, ${events}, ${left.toISOString()})`,
      );
      times.push(Date.now());
      await write(writer, realmId, "meanwhile");
      times.push(Date.now());
    },
  });
  await write(writer, realm, "takes over");
  await writer.outbox.settle();
  const [earliest = 0, latest = 0] = times;
  const seen = (await world.commitTimes(length + 3)).slice(length);
  expect(seen.filter((time) => time === left.getTime())).toHaveLength(1);
  expect(seen.filter((time) => time >= earliest && time <= latest)).toHaveLength(1);
});
