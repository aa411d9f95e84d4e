import { AppError } from "@team-chat/errors";

import type { RealmView } from "../domain/directories/realm-view.ts";
import { checkKeyChannel } from "../policies/key-channels.ts";
import { resolveTarget, type Target, type Written } from "./target.ts";

/**
 * Finds out whom a request addresses whose key is limited to channels: nobody learns of other ones by it
 * (docs/behaviour/keys.md#channels).
 * @throws KEY_SCOPE_REQUIRED, BAD_REQUEST, STREAM_DOES_NOT_EXIST
 */
export function resolveLimitedTarget(
  written: Written,
  realm: RealmView,
  channelIds: readonly number[],
): Target {
  const target = targetOrNull(written, realm);
  checkKeyChannel(channelIds, target?.kind === "channel" ? target.channel.id : null);
  return resolveTarget(written, realm);
}

function targetOrNull(written: Written, realm: RealmView): Target | null {
  try {
    return resolveTarget(written, realm);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
