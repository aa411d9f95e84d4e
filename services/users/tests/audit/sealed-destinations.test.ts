import { Secret } from "@team-chat/config";
import { updateAuditDestination } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { nextLook, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { World } from "../world.ts";
import { isSigned, Siem } from "./siem.ts";

const world = useWorld(() => World.create());
const [old, fresh] = ["00112233445566778899aabbccddeeff", "ff".repeat(16)];

const readSealed = () =>
  world().database.oneFirst(sql.type(z.object({ sealed: z.string() }))`
    select sealed from audit_destination`);

/** Statements of this database that wait for a lock. */
const waiting = sql.unsafe`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Starts a process of the service that has these keys, and sends nothing by itself. */
async function startProcess(...keys: readonly string[]) {
  const service = await world().addService({ IDENTITY_KEY: new Secret(keys.join(",")) });
  await service.auditSending[Symbol.asyncDispose]();
}

describe("secrets of destinations while the installation's key is replaced (docs/subsystems/secrets.md#the-identity-key)", () => {
  test("a destination that is renamed while its secrets are sealed anew keeps them as they are then", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add();
    await siem.settle();
    const before = await readSealed();
    const renaming = Promise.withResolvers<void>();
    let renamed: Promise<unknown> | undefined;
    const sealing = world().database.transaction(async (tx) => {
      await tx.query(sql.unsafe`update audit_destination set sealed = ${`${before}.anew`}`);
      renamed = world().request("owner", updateAuditDestination, {
        destination_id: id,
        name: "Renamed",
      });
      await renaming.promise;
    });
    while (!(await world().database.exists(waiting))) await nextLook();
    renaming.resolve();
    await sealing;
    await renamed;
    expect(await readSealed()).toBe(`${before}.anew`);
    expect(await siem.list()).toMatchObject([{ name: "Renamed" }]);
  });

  test("secrets are sealed with the new key as soon as a process has it, and requests are signed as before", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { secret } = await siem.add({ authorization: "Bearer x" });
    await siem.settle();
    const before = await readSealed();
    await startProcess(old, fresh);
    expect(await readSealed()).toBe(before);
    await startProcess(fresh, old);
    const anew = await readSealed();
    expect(anew).not.toBe(before);
    await startProcess(fresh, old);
    expect(await readSealed(), "it is sealed with the first key already").toBe(anew);
    const { length } = siem.receiver.requests;
    await siem.write("after the rotation");
    // This process has never heard of the new key.
    await siem.settle();
    expect(await siem.list()).toMatchObject([
      { last_failure: "The server cannot read its secrets any more: add it anew." },
    ]);
    await startProcess(old, fresh);
    await siem.pass(60_000);
    await siem.settle();
    const sent = siem.receiver.requests.slice(length);
    expect(sent.map((one) => isSigned(one, secret))).not.toContain(false);
    expect(sent[0]?.headers["authorization"]).toBe("Bearer x");
    expect(siem.texts).toContain("after the rotation");
  });
});
