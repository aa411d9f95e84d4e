import type { Caller } from "@team-chat/identity";

import type { AccountKey } from "../authentication/account.ts";
import type { Authenticated } from "../authentication/authenticator.ts";
import { clientOf, type RequestHead } from "../requests/client-request.ts";

/** Says of an authenticated user what services decide by. */
export function callerOf(
  request: RequestHead,
  { account, realm }: Authenticated,
  address: string,
): Caller {
  const { isBot, key, role, sessionId, userId } = account;
  const { ref, usersVersion } = realm;
  const client = clientOf(request);
  const session = sessionId === undefined ? {} : { sessionId };
  return {
    kind: "user",
    realm: ref,
    userId,
    role,
    isBot,
    ...session,
    ...(key === undefined ? {} : { key: claimedKey(key) }),
    client,
    address,
    usersVersion,
  };
}

/** Says of a key what services decide by. */
function claimedKey({ channelIds, id, scopes }: AccountKey): NonNullable<Caller["key"]> {
  const isLimited = !scopes.includes("all");
  return { id, isLimited, ...(channelIds === undefined ? {} : { channelIds: [...channelIds] }) };
}
