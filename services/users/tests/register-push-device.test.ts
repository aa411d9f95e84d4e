import { registerPushDevice } from "@team-chat/contract";
import { test } from "vitest";

import { registerSections } from "./register-sections.ts";
import { useWorld } from "./use-world.ts";

const world = useWorld();

test("registering a device is refused, and none is ever listed (reference/api-surface.md, POST /mobile_push/register)", async ({
  expect,
}) => {
  const device = {
    token_kind: "fcm" as const,
    push_account_id: 5,
    push_public_key: "a",
    bouncer_public_key: "b",
    encrypted_push_registration: "c",
  };
  await expect(world().request(registerPushDevice, "member", device)).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: "Server is not configured to use push notification service.",
  });
  await expect(
    world().request(registerPushDevice, "member", { ...device, token_kind: "other" as never }),
  ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(await registerSections(world(), "member", { fetch: ["push_device"] })).toEqual({
    push_devices: {},
  });
});
