import { once } from "node:events";

import { hang, answer, nextLook, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { spawnProcess } from "../spawn-process.ts";
import { World } from "../world.ts";
import { placeOf, Siem } from "./siem.ts";

const world = useWorld(() => World.create());

describe("sending the audit log outlives the process that does it (docs/behaviour/audit.md#requests)", () => {
  test("a process that is killed while a receiver thinks loses nothing, and what comes twice is known", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    await siem.add({ cursor: await siem.end() });
    await siem.settle();
    const { length: before } = siem.receiver.requests;
    // Nobody but the process that is killed sends anything.
    await world().service.auditSending[Symbol.asyncDispose]();
    await siem.writeMany(1500);
    let taken = 0;
    siem.receiver.plays((response) => {
      taken += 1;
      if (taken === 1) answer(200)(response);
      else hang(response);
    });
    const process = spawnProcess(world().config);
    // The first batch was taken, and the second one has come but was not answered.
    await siem.receiver.hasGot(before + 2);
    process.kill("SIGKILL");
    await once(process, "exit");
    siem.receiver.plays(answer(200));
    world().clock.aheadMs = 10_000;
    const other = await world().addService();
    while (new Set(siem.texts).size < 1500 || siem.receiver.requests.length < before + 3) {
      await other.auditSending.look();
      await nextLook();
    }
    const [, second, third] = siem.receiver.requests.slice(before);
    expect(third?.headers["webhook-id"]).toBe(second?.headers["webhook-id"]);
    expect(third?.body).toBe(second?.body);
    const own = siem.lines.filter(({ service }) => service === "users");
    const positions = [...new Set(own.map(({ position }) => position))];
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
    expect(new Set(own.map((line) => `${placeOf(line)} ${line.hash}`)).size).toBe(positions.length);
    expect(own.length - positions.length).toBe(second?.body.split("\n").slice(0, -1).length);
  });

  test("several processes send each batch once", async ({ expect }) => {
    await using siem = await Siem.start(world());
    await siem.add({ cursor: await siem.end() });
    const others = [await world().addService(), await world().addService()];
    const count = 60;
    for (let at = 0; at < count; at += 1) {
      await siem.write(`${at}`);
      for (const { auditSending } of others) void auditSending.look();
    }
    while (siem.texts.length < count) {
      for (const { auditSending } of others) await auditSending.look();
      await nextLook();
    }
    expect(siem.texts).toEqual(Array.from({ length: count }, (_, at) => `${at}`));
  });
});
