import { registerClientDevice, removeClientDevice } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const remove = (device_id: number, as: Name = "alice") =>
  world().request(as, removeClientDevice, { device_id });

const unknown = { code: "BAD_REQUEST", message: "Invalid `device_id`" };

describe("removing a device (docs/behaviour/calls-and-push.md#devices)", () => {
  test("removing a device that is not there or somebody else's is refused alike, and so are bots", async ({
    expect,
  }) => {
    const { device_id: others } = await world().request("owner", registerClientDevice, {});
    for (const id of [others, others + 1000, -1])
      await expect(remove(id), String(id)).rejects.toMatchObject(unknown);
    await expect(remove(others, "bot")).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
  });

  test("removing a device takes it away once, and only its owner is told", async ({ expect }) => {
    const { device_id: id } = await world().request("alice", registerClientDevice, {});
    await world().events();
    await remove(id);
    const events = await world().events();
    const { alice, owner } = world().people;
    expect(eventsFor(alice.id, events)).toEqual([{ type: "device", op: "remove", device_id: id }]);
    expect(eventsFor(owner.id, events)).toEqual([]);
    expect(await registerSections(world(), "alice", { fetch: ["device"] })).toEqual({
      devices: {},
    });
    await expect(remove(id)).rejects.toMatchObject(unknown);
  });
});
