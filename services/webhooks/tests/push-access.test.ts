import { pushStatus, useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { Devices, reader } from "./devices.ts";
import { directMessage, eventOf } from "./messages.ts";
import { human } from "./peers.ts";

const devices = useWorld(() => Devices.open());

afterEach(() => devices().clear());

const got = () => devices().service.summary();

/** Sends a direct message, and waits until everything that follows from it has happened. */
async function sends(id: number): Promise<void> {
  const timestamp = Math.floor(devices().world.now / 1000);
  const message = directMessage([reader], { id, timestamp });
  await devices().world.publish(eventOf(message, { receivers: [reader] }));
  await devices().world.settle();
}

describe("who is not let in any more (docs/behaviour/notifications.md#push-subscriptions)", () => {
  test("nothing is pushed to a device whose session has ended, and others of its owner get it", async ({
    expect,
  }) => {
    const { ended } = devices().world.peers;
    ended.add(1);
    await expect(devices().has(reader, "stranger", 1)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    await devices().has(reader, "phone", 7);
    await devices().has(reader, "laptop", 8);
    ended.add(7);
    await sends(1);
    expect(got()).toEqual(["laptop: message 1"]);
    expect((await devices().list(reader)).subscriptions).toHaveLength(1);
  });

  test("nothing is pushed to a device that was added with a key which was replaced", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    devices().world.peers.keyMark = "second key";
    await devices().has(reader, "laptop");
    await sends(1);
    expect(got()).toEqual(["laptop: message 1"]);
    expect((await devices().list(reader)).subscriptions).toHaveLength(1);
  });

  test("nothing is pushed to who was deactivated meanwhile", async ({ expect }) => {
    await devices().has(reader, "phone");
    devices().service.plays(pushStatus(503));
    await sends(1);
    devices().world.peers.has({ ...human(reader), isActive: false });
    await devices().world.pass(10_000);
    expect(got()).toHaveLength(1);
    expect((await devices().list(reader)).subscriptions).toEqual([]);
  });
});
