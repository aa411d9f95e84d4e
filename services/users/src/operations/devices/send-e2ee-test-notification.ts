import { AppError } from "@team-chat/errors";

/** Refuses, since no device can be registered, and there is none to notify. */
export function sendE2eeTestNotification(): never {
  throw new AppError("NO_ACTIVE_PUSH_DEVICE", "No active registered push device");
}
