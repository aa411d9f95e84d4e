import { registerClientDevice, registerPushDevice } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { Name } from "../people.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let device: number;

beforeAll(async () => {
  ({ device_id: device } = await world().request("alice", registerClientDevice, {}));
});

/** A key with a given first byte, as clients write it. */
const keyOf = (first: number, length = 32) =>
  Buffer.concat([Buffer.from([first]), Buffer.alloc(length, 7)]).toString("base64");

const key = { push_key_id: 2 ** 32 - 1, push_key: keyOf(0x31) };
const token = {
  token_kind: "apns" as const,
  token_id: Buffer.alloc(8, 3).toString("base64"),
  bouncer_public_key: "a public key",
  encrypted_push_registration: "a sealed registration",
};

const register = (params: object, as: Name = "alice") =>
  world().request(as, registerPushDevice, { device_id: device, ...params });

const refused = (message: string) => ({ code: "BAD_REQUEST", message });
const incomplete = refused(
  "Missing parameters: must provide either all push key fields, all token fields, or both.",
);

describe("registering a device for encrypted notifications (docs/behaviour/calls-and-push.md#push-registration)", () => {
  test("registering for encrypted notifications is refused without all fields of the key or of the token", async ({
    expect,
  }) => {
    const { push_key } = key;
    for (const given of [
      {},
      { push_key },
      { push_key_id: 5 },
      { push_key, ...without("token_id") },
    ])
      await expect(register(given)).rejects.toMatchObject(incomplete);
    for (const name of Object.keys(token))
      await expect(register(without(name)), name).rejects.toMatchObject(incomplete);
  });

  test("registering for encrypted notifications is refused with what is no key, no id of a token, or no vendor", async ({
    expect,
  }) => {
    const wrong = ["", "@abcdefg", "abcd", keyOf(0x32), keyOf(0x31, 31), keyOf(0x31, 33)];
    for (const push_key of [...wrong, `${key.push_key}=`])
      await expect(register({ ...key, push_key }), push_key).rejects.toMatchObject(
        refused("Invalid `push_key`"),
      );
    await expect(register({ ...token, token_id: "@abcdefg" })).rejects.toMatchObject(
      refused("`token_id` is not Base64 encoded"),
    );
    await expect(register({ ...token, token_id: "abcd" })).rejects.toMatchObject(
      refused("Invalid `token_id`"),
    );
    await expect(register({ ...key, token_kind: "pigeon" })).rejects.toMatchObject(
      refused("Invalid token_kind"),
    );
  });

  test("registering for encrypted notifications is refused for others' devices, and for bots", async ({
    expect,
  }) => {
    const unknown = refused("Invalid `device_id`");
    await expect(register({ ...key, device_id: device + 1000 })).rejects.toMatchObject(unknown);
    await expect(register(key, "owner")).rejects.toMatchObject(unknown);
    await expect(register(key, "bot")).rejects.toMatchObject(
      refused("This endpoint does not accept bot requests."),
    );
  });

  test("registering for encrypted notifications is refused when all is well too, as there is no service", async ({
    expect,
  }) => {
    for (const given of [key, token, { ...key, ...token }])
      await expect(register(given)).rejects.toMatchObject({
        code: "PUSH_SERVICE_NOT_CONFIGURED",
        message: "Server is not configured to use push notification service.",
      });
    const announced = await registerSections(world(), "alice", {
      fetch: ["device", "push_device"],
    });
    expect(announced).toEqual({
      push_devices: {},
      devices: {
        [device]: {
          push_key_id: null,
          push_token_id: null,
          pending_push_token_id: null,
          push_token_last_updated_timestamp: null,
          push_registration_error_code: null,
        },
      },
    });
  });
});

/** The fields of the token except one. */
function without(name: string): object {
  return Object.fromEntries(Object.entries(token).filter(([other]) => other !== name));
}
