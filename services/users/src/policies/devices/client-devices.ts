import { AppError } from "@team-chat/errors";

/** More than anybody uses; registering is without parameters and easily repeated. */
const maxDevices = 200;

/** @throws BAD_REQUEST when the user has as many devices as there may be */
export function checkMayAddDevice(count: number): void {
  if (count >= maxDevices)
    throw new AppError(
      "BAD_REQUEST",
      `Too many devices (limit: ${maxDevices}); remove one of them first.`,
    );
}

/** @throws BAD_REQUEST when the user has no such device */
export function checkDevice(isThere: boolean): void {
  if (!isThere) throw new AppError("BAD_REQUEST", "Invalid `device_id`");
}
