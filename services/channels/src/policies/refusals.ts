import { listLimits } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Actor, isAdministrator } from "@team-chat/policy";

/** Refuses somebody without the permission, whatever the permission. */
export function insufficientPermission(): AppError {
  return new AppError("BAD_REQUEST", "Insufficient permission");
}

/**
 * Refuses a channel that does not exist and one that the user may not know of alike
 * (docs/behaviour/channels.md#access).
 */
export function invalidChannelId(): AppError {
  return new AppError("BAD_REQUEST", "Invalid channel ID");
}

/** Refuses a name alike whether no channel has it or the user may not know of the channel. */
export function invalidChannelName(name: string): AppError {
  return new AppError("BAD_REQUEST", `Invalid channel name '${name}'`);
}

/** Said to administrators who may not read the channel's messages. */
export function contentAccessRequired(): AppError {
  return new AppError("BAD_REQUEST", "Channel content access is required.");
}

/** Said to everybody but owners. */
export function ownersOnly(): AppError {
  return new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
}

/** Said to guests, who neither create channels nor join any by themselves. */
export function guestsRefused(): AppError {
  return new AppError("BAD_REQUEST", "Not allowed for guest users");
}

/** @throws UNAUTHORIZED_PRINCIPAL for everybody but administrators and owners */
export function checkAdministrator(user: Actor): void {
  if (!isAdministrator(user))
    throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
}

/** Refuses a request that would create more channels than one may. */
export function tooManyNewChannels(): AppError {
  return new AppError(
    "BAD_REQUEST",
    `At most ${listLimits.newChannels} channels can be created at once`,
  );
}
