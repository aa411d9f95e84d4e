import { registerClientDevice, removeClientDevice } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

async function register(as: Name): Promise<number> {
  return (await world().request(as, registerClientDevice, {})).device_id;
}

const listed = (as: Name) => registerSections(world(), as, { fetch: ["device"] });

const unregistered = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

describe("registering a device (docs/behaviour/calls-and-push.md#devices)", () => {
  test("registering a device is refused for bots, and for those who have 200 already", async ({
    expect,
  }) => {
    await expect(register("bot")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "This endpoint does not accept bot requests.",
    });
    const ids: number[] = [];
    while (ids.length < 200) ids.push(await register("guest"));
    await expect(register("guest")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Too many devices (limit: 200); remove one of them first.",
    });
    await world().request("guest", removeClientDevice, { device_id: ids[0] ?? 0 });
    expect(ids).not.toContain(await register("guest"));
  });

  test("registering a device makes a new one each time, which only its owner is told of and shown", async ({
    expect,
  }) => {
    await world().events();
    const [first, second] = [await register("alice"), await register("alice")];
    expect(second).not.toBe(first);
    const { alice, owner } = world().people;
    const events = await world().events();
    expect(eventsFor(alice.id, events)).toEqual([
      { type: "device", op: "add", device_id: first },
      { type: "device", op: "add", device_id: second },
    ]);
    expect(eventsFor(owner.id, events)).toEqual([]);
    const devices = { [first]: unregistered, [second]: unregistered };
    expect(await listed("alice")).toEqual({ devices });
    for (const other of ["owner", "bot"] as const)
      expect(await listed(other), other).toEqual({ devices: {} });
  });
});
