import type { Audience } from "@team-chat/contract";

import { guestsWhoCannotSee } from "../../policies/visibility/visibility.ts";
import type { GuestVisibilities } from "../../values/visibility.ts";

/** Returns everybody but the guests who may not see the user. */
export function everybodySeeing(
  visibilities: GuestVisibilities,
  user: { readonly userId: number; readonly isBot: boolean },
): Audience {
  const blind = guestsWhoCannotSee(visibilities, user);
  return blind.length === 0 ? { to: "everyone" } : { to: "everyone", except: blind };
}
