import { countPersonOperations, erasePersonOperations } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Devices, other, reader } from "./devices.ts";

const devices = useWorld(() => Devices.open());

describe("erasing somebody's devices (docs/erasure.md#what-goes)", () => {
  test("nothing is pushed to an erased person any more, and others keep their devices", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    await devices().has(other, "tablet");
    const person = { realmId: 1, userId: reader, messages: "keep" as const };
    const count = async () => {
      const { places } = await devices().call(countPersonOperations.webhooks, person);
      return places.filter((one) => one.count > 0);
    };
    expect(await count()).toEqual([{ place: "push_subscription", count: 1 }]);
    expect(await devices().call(erasePersonOperations.webhooks, person)).toEqual({
      deleted: 1,
      isDone: true,
    });
    expect(await count()).toEqual([]);
    expect((await devices().list(reader)).subscriptions).toEqual([]);
    expect((await devices().list(other)).subscriptions).toHaveLength(1);
  });
});
