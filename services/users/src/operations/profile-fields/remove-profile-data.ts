import type { InputOf, removeProfileData as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { updateProfileData } from "./update-profile-data.ts";

/** Takes values out of the caller's profile. */
export function removeProfileData(
  ctx: Context,
  caller: Caller,
  { data }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return updateProfileData(ctx, caller, { data: data.map((id) => ({ id, value: null })) });
}
