import { registerSection } from "../../registration/registration.ts";

/** Devices that are registered for encrypted notifications; there are none. */
export const pushDevice = registerSection({
  name: "push_device",
  render: { push_devices: {} },
  spectator: {},
});
