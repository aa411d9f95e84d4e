import { once } from "node:events";

import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Devices, reader } from "./devices.ts";
import { directMessage, eventOf } from "./messages.ts";

const claimMs = 5000;
const count = 60;
const devices = useWorld(() => Devices.open());

describe("pushes outlive the process that works on them (docs/behaviour/notifications.md#tries)", () => {
  test("two devices are told of every one of sixty messages, and show it once, though a process is killed", async ({
    expect,
  }) => {
    const { service, world } = devices();
    await devices().has(reader, "phone");
    await devices().has(reader, "laptop");
    await world.stop();
    const process = world.spawn();
    const timestamp = Math.floor(Date.now() / 1000);
    const ids = Array.from({ length: count }, (_, index) => 1000 + index);
    const messages = ids.map((id) =>
      eventOf(directMessage([reader], { id, timestamp, recipient_id: id }), {
        receivers: [reader],
      }),
    );
    // In several bundles, so that some are noted when the process dies, and some are not.
    for (let from = 0; from < count; from += 10)
      await world.publish(...messages.slice(from, from + 10));
    await service.hasGot(count / 2);
    process.kill("SIGKILL");
    await once(process, "exit");
    const before = service.pushed.length;
    expect(before).toBeLessThan(2 * count);

    world.now = Date.now();
    await world.start();
    await world.pass(2 * claimMs);
    for (const device of ["phone", "laptop"]) {
      const pushed = service.pushed.filter((one) => one.device === device);
      const announced = pushed.map(({ content }) => content.message_id);
      expect(
        announced.length - new Set(announced).size,
        "what was under way comes again",
      ).toBeLessThan(2);
      // A browser shows one notification for each conversation, which replaces the one before.
      const shown = new Map(
        pushed.map(({ content }) => [content.conversation, content.message_id]),
      );
      expect([...shown.values()].toSorted((a, b) => a - b)).toEqual(ids);
    }
    expect(new Set(await world.pushes())).toEqual(new Set(["shown"]));
  });
});
