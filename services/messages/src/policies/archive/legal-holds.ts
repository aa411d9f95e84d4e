import { AppError } from "@team-chat/errors";
import { type Actor, type Directories, isOwner } from "@team-chat/policy";

/** Checks who has to do with legal holds. @throws UNAUTHORIZED_PRINCIPAL */
export function checkMayHold(actor: Actor): void {
  if (!isOwner(actor))
    throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
}

/** Person or channel that is held, exactly one of both, and why. */
export interface Hold {
  readonly userId: number | null;
  readonly channelId: number | null;
  readonly reason: string;
}

interface GivenHold {
  readonly userId: number | undefined;
  readonly channelId: number | undefined;
  readonly reason: string;
}

/** Reads whose messages are to be held, and why. @throws BAD_REQUEST */
export function parseHold(
  { channelId, reason: given, userId }: GivenHold,
  { channels, users }: Organization,
): Hold {
  if ((userId === undefined) === (channelId === undefined))
    throw new AppError("BAD_REQUEST", "Give one of user_id and stream_id.");
  if (userId !== undefined && !users.users.has(userId))
    throw new AppError("BAD_REQUEST", "No such user");
  if (channelId !== undefined && !channels.channels.has(channelId))
    throw new AppError("BAD_REQUEST", "Invalid channel ID");
  const reason = given.trim();
  if (reason === "") throw new AppError("BAD_REQUEST", "A legal hold needs a reason.");
  return { userId: userId ?? null, channelId: channelId ?? null, reason };
}

/** Everybody and every channel of an organization. */
interface Organization {
  readonly users: Directories["users"];
  readonly channels: { readonly channels: ReadonlyMap<number, unknown> };
}

/** Refuses a second hold of the same. */
export function isOn(): AppError {
  return new AppError("BAD_REQUEST", "There is such a legal hold already.");
}

/** Refuses to hold anything of an organization whose deletion has begun. */
export function isClosed(): AppError {
  return new AppError("BAD_REQUEST", "The organization is being deleted.");
}

/** Refuses to end what is not on. */
export function isNotOn(): AppError {
  return new AppError("BAD_REQUEST", "There is no such legal hold, or it has ended.");
}

/** Refuses what concerns a hold that is not there, or not for whoever asks. */
export function noHold(): AppError {
  return new AppError("BAD_REQUEST", "There is no such legal hold.");
}

/** Refuses a second export of a hold at a time. */
export function isBeingExported(): AppError {
  return new AppError("BAD_REQUEST", "An export of a legal hold is under way.");
}

/** Checks that an export can be deleted by whoever may know of it. @throws BAD_REQUEST */
export function checkEnded(
  found: { readonly state: string } | null,
): asserts found is { readonly state: string } {
  if (found === null) throw new AppError("BAD_REQUEST", "There is no such export of a legal hold.");
  if (found.state === "waiting" || found.state === "running")
    throw new AppError(
      "BAD_REQUEST",
      "The export is under way: it can be deleted when it has ended.",
    );
}
