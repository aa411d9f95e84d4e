import type { beginLegalHold, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Actor, type Directories, isOwner } from "@team-chat/policy";

/** Checks who has to do with legal holds. @throws UNAUTHORIZED_PRINCIPAL */
export function checkMayHold(actor: Actor): void {
  if (!isOwner(actor))
    throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");
}

/** Person or channel that is held: exactly one of both. */
interface Held {
  readonly userId: number | null;
  readonly channelId: number | null;
}

/** Reads whose messages are to be held, and why. @throws BAD_REQUEST */
export function parseHold(
  { reason: given, stream_id: channelId, user_id: userId }: InputOf<typeof beginLegalHold>,
  { channels, users }: Organization,
): Held & { readonly reason: string } {
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

/** Refuses to end what is not on. */
export function isNotOn(): AppError {
  return new AppError("BAD_REQUEST", "There is no such legal hold, or it has ended.");
}
