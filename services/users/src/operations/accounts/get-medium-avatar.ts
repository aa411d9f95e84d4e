import type { getMediumAvatar as contract, InputOf } from "@team-chat/contract";
import type { Anonymous, RedirectAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { redirectToAvatar } from "../../workflows/accounts/redirect-to-avatar.ts";

/** Leads to the picture of a user in its larger size. */
export function getMediumAvatar(
  ctx: Context,
  caller: Caller | Anonymous,
  input: InputOf<typeof contract>,
): Promise<RedirectAnswer> {
  return redirectToAvatar(ctx, caller, { who: input.user_id_or_email, size: "medium" });
}
