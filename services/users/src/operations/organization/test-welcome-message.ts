import {
  type InputOf,
  type OutputOf,
  postNotice,
  type testWelcomeMessage as contract,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";

/** Shows an administrator what new users would be written, as they would see it. */
export async function testWelcomeMessage(
  ctx: Context,
  { realm, userId }: Caller,
  { welcome_message_custom_text: content }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = realm.id;
  checkAdministrator(await loadAccount(ctx.db, realmId, userId));
  const self = { kind: "service", name: "users" } as const;
  const to = { kind: "users" as const, userIds: [userId] };
  const notice = { realmId, to, content, from: "welcome-bot" as const, key: `try-${newKey()}` };
  const { messageIds } = await ctx.messages.call(postNotice, self, notice, { realmId });
  const [message_id] = messageIds;
  if (message_id === undefined)
    throw new AppError("BAD_REQUEST", "There is no Welcome Bot in this organization.");
  return { message_id };
}
