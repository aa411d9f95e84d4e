import { pushNotConfigured } from "../policies/push-devices.ts";

/** There is no service to register devices with. */
export function registerPushDevice(): never {
  throw pushNotConfigured();
}
