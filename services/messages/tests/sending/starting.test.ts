import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** Sends until the organization is among those that were written in last. */
async function write(isSilent: boolean) {
  const realm = world().realm();
  const id = await realm.send("alice");
  await world().bundles(realm.id);
  realm.data.isSilent = isSilent;
  return { realm, id, before: { ...realm.data.stateLoads } };
}

describe("a process that starts (docs/subsystems/messages.md#starting)", () => {
  test("organizations that cannot be loaded at the start keep no process from being ready", async ({
    expect,
  }) => {
    const { before, id, realm } = await write(true);
    const { pool, service } = await world().replica();
    const answer = await fetch(`http://127.0.0.1:${service.port}/readyz`);
    expect(answer.status).toBe(200);
    expect(realm.data.stateLoads).toEqual(before);
    realm.data.isSilent = false;
    expect(await realm.sendThrough(pool, "bob")).toBeGreaterThan(id);
  });

  test("organizations that were written in last are loaded before a process is ready, and no others", async ({
    expect,
  }) => {
    const { before, realm } = await write(false);
    const other = world().realm();
    const { service } = await world().replica();
    await service.prepared;
    expect(realm.data.stateLoads).toEqual({
      users: before.users + 1,
      channels: before.channels + 1,
    });
    expect(other.data.stateLoads).toEqual({ users: 0, channels: 0 });
  });
});
