import type {
  InputOf,
  OutputOf,
  updateSubscriptionProperty as contract,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { updateSubscriptionProperties } from "./update-subscription-properties.ts";

/** PATCH /users/me/subscriptions/{stream_id}: the older form for one setting. */
export function updateSubscriptionProperty(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return updateSubscriptionProperties(ctx, caller, { subscription_data: [input] });
}
