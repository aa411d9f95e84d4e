import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { Devices, other, reader } from "./devices.ts";

const devices = useWorld(() => Devices.open());

afterEach(() => devices().clear());

describe("adding a push subscription (docs/behaviour/notifications.md#push-subscriptions)", () => {
  test("what is no subscription is refused by the name of the parameter, and nothing is kept", async ({
    expect,
  }) => {
    const good = devices().service.subscribe("phone");
    for (const [given, message] of [
      [{ ...good, endpoint: "phone" }, "Invalid endpoint"],
      [{ ...good, endpoint: "ftp://push.example/1" }, "Invalid endpoint"],
      [{ ...good, endpoint: "https://user:secret@push.example/1" }, "Invalid endpoint"],
      [{ ...good, endpoint: "http://10.0.0.1/push" }, "Endpoint is not allowed"],
      [{ ...good, endpoint: "http://169.254.169.254/latest" }, "Endpoint is not allowed"],
      [{ ...good, endpoint: "http://[fd00::1]/push" }, "Endpoint is not allowed"],
      [{ ...good, p256dh: "" }, "Invalid p256dh"],
      [{ ...good, p256dh: "B".repeat(87) }, "Invalid p256dh"],
      [{ ...good, auth: "c2hvcnQ" }, "Invalid auth"],
    ] as const)
      await expect(devices().add(reader, given), message).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    expect((await devices().list(reader)).subscriptions).toEqual([]);
  });

  test("adding a subscription again keeps it once, and takes it over from whoever had it", async ({
    expect,
  }) => {
    const subscription = await devices().has(reader, "phone");
    await devices().add(reader, subscription);
    expect((await devices().list(reader)).subscriptions).toHaveLength(1);
    await devices().add(other, subscription);
    expect((await devices().list(reader)).subscriptions).toEqual([]);
    expect((await devices().list(other)).subscriptions).toHaveLength(1);
  });

  test("only the ten newest of a person's subscriptions are kept", async ({ expect }) => {
    const first = await devices().has(reader, "first");
    for (let count = 0; count < 10; count += 1) {
      devices().world.now += 1000;
      await devices().has(reader, `device${count}`);
    }
    expect((await devices().list(reader)).subscriptions).toHaveLength(10);
    await expect(devices().remove(reader, first.endpoint)).rejects.toMatchObject({
      message: "No such push subscription",
    });
  });
});

test("an installation without a key takes no subscription (docs/behaviour/notifications.md#push-subscriptions)", async ({
  expect,
}) => {
  await using without = await Devices.open({ VAPID_PRIVATE_KEY: undefined });
  expect(await without.list(reader)).toEqual({ vapid_public_key: null, subscriptions: [] });
  await expect(without.has(reader, "phone")).rejects.toMatchObject({
    code: "PUSH_SERVICE_NOT_CONFIGURED",
  });
});
