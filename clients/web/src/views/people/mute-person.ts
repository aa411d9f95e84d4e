import { changeAtOnce } from "../../actions/change-at-once.ts";
import { call } from "../../api/call.ts";
import { muteUser, unmuteUser } from "../../api/page-operations.ts";
import type { Client } from "../../live/client.ts";
import type { ServerEvent } from "../../state/state.ts";

/**
 * Shows less, or as much as before, of what somebody writes.
 * @throws Refusal
 */
export async function setMuted(client: Client, userId: number, isMuted: boolean): Promise<void> {
  const before = client.state.peek().mutedPeople;
  const now = new Set(before);
  if (isMuted) now.add(userId);
  else now.delete(userId);
  await changeAtOnce(client, { now: mutedEvent(now), back: mutedEvent(before) }, () =>
    call(isMuted ? muteUser : unmuteUser, { muted_user_id: userId }),
  );
}

function mutedEvent(ids: ReadonlySet<number>): ServerEvent {
  return { type: "muted_users", muted_users: [...ids].map((id) => ({ id, timestamp: 0 })) };
}
