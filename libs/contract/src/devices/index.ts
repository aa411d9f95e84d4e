import { registerClientDevice } from "./register-client-device.ts";
import { removeClientDevice } from "./remove-client-device.ts";

export { registerClientDevice, removeClientDevice };

export const devicesOperations = [registerClientDevice, removeClientDevice] as const;
