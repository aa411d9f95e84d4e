import { AppError } from "@team-chat/errors";

/**
 * Checks that a key that is limited to channels may send to one; null stands for everything else, be it a conversation
 * or nothing at all, so that the key learns of no other channel (docs/behaviour/keys.md#channels).
 * @throws KEY_SCOPE_REQUIRED
 */
export function checkKeyChannel(channelIds: readonly number[], id: number | null): void {
  if (id !== null && channelIds.includes(id)) return;
  throw new AppError("KEY_SCOPE_REQUIRED", "This API key may not send there", {
    details: { scope: "send" },
  });
}
