import { availabilityOf } from "../../state/people.ts";
import type { State } from "../../state/state.ts";
import { t } from "../../texts/texts.ts";
import { usePicked } from "../app-context.ts";
import { nowSeconds } from "./now.ts";

/** Shows as a dot whether somebody is there; nothing for bots, and where it is not shown. */
export function Availability({ userId }: { readonly userId: number }) {
  const is = usePicked(availability, userId);
  if (is === null) return null;
  const label = t(`presence.${is}`);
  return <span class="availability" data-is={is} role="img" aria-label={label} title={label} />;
}

function availability(state: State, userId: number) {
  return availabilityOf(state, userId, nowSeconds.value);
}
