import {
  addAndroidRegId,
  addApnsDeviceToken,
  removeAndroidRegId,
  removeApnsDeviceToken,
} from "./device-tokens.ts";
import { registerPushDevice } from "./register-push-device.ts";
import { sendE2eeTestNotification, sendTestNotification } from "./test-notifications.ts";

export {
  addAndroidRegId,
  addApnsDeviceToken,
  registerPushDevice,
  removeAndroidRegId,
  removeApnsDeviceToken,
  sendE2eeTestNotification,
  sendTestNotification,
};

export const pushOperations = [
  addApnsDeviceToken,
  removeApnsDeviceToken,
  addAndroidRegId,
  removeAndroidRegId,
  sendTestNotification,
  sendE2eeTestNotification,
  registerPushDevice,
] as const;
