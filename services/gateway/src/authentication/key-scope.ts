import { hasScope, type Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { Account } from "./account.ts";

/**
 * Refuses what the API key of a request may not be used for, whatever its account may do
 * (docs/behaviour/keys.md#scopes). Everything that is carried out for a key comes past this.
 * @throws KEY_SCOPE_REQUIRED
 */
export function checkKeyScope({ key }: Account, { openToChannelKeys, scope }: Operation): void {
  if (key === undefined || scope === "any") return;
  if (!hasScope(key.scopes, scope))
    throw new AppError("KEY_SCOPE_REQUIRED", `This API key lacks the scope '${scope}'`, {
      details: { scope },
    });
  if (key.channelIds !== undefined && openToChannelKeys !== true)
    throw new AppError("KEY_SCOPE_REQUIRED", "This API key may only send messages to channels", {
      details: { scope },
    });
}
