import type { Audience } from "@team-chat/contract";

import { blindTo } from "../policies/sight.ts";
import type { Sights } from "../sight/sight.ts";

/** Everybody but the guests who may not see the user. */
export function everybodySeeing(
  sights: Sights,
  user: { readonly userId: number; readonly isBot: boolean },
): Audience {
  const blind = blindTo(sights, user);
  return blind.length === 0 ? { to: "everyone" } : { to: "everyone", except: blind };
}
