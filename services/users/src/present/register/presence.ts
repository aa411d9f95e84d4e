import { presentPresences } from "../presences.ts";
import type { RegisterFacts } from "./facts.ts";
import type { Section } from "./field-texts.ts";

/** `presence`: who was seen in the last days, in the form the client reads. */
export function presenceSection({
  view,
  presence,
  hostname,
  request,
  sees,
}: RegisterFacts): Section {
  return {
    ...presentPresences(
      { view, presence, hostname, sees },
      {
        isSlim: request.slimPresence,
        since: -1,
        historyDays: request.presenceHistoryLimitDays,
      },
    ),
  };
}
