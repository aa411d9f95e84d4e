import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { Devices, other, reader } from "./devices.ts";

const devices = useWorld(() => Devices.open());

afterEach(() => devices().clear());

describe("listing push subscriptions (docs/behaviour/notifications.md#push-subscriptions)", () => {
  test("a subscription is listed for its owner alone until it is removed, with the key for another", async ({
    expect,
  }) => {
    const { endpoint } = await devices().has(reader, "phone");
    const listed = await devices().list(reader);
    expect(Buffer.from(listed.vapid_public_key ?? "", "base64url")).toHaveLength(65);
    const createdAt = Math.floor(devices().world.now / 1000);
    expect(listed.subscriptions).toEqual([{ id: expect.any(Number), created_at: createdAt }]);
    expect((await devices().list(other)).subscriptions).toEqual([]);
    await devices().remove(reader, endpoint);
    expect((await devices().list(reader)).subscriptions).toEqual([]);
  });
});
