import { applyToAppearances } from "./sections/appearances.ts";
import { applyToChannels } from "./sections/channels.ts";
import { applyToDrafts } from "./sections/drafts.ts";
import { applyToGroups } from "./sections/groups.ts";
import { applyToMessages } from "./sections/messages.ts";
import { applyToPeople } from "./sections/people.ts";
import { applyToPreferences } from "./sections/preferences.ts";
import { applyToUnread } from "./sections/unread.ts";
import type { ServerEvent, State } from "./state.ts";

const sections: readonly ((state: State, event: ServerEvent) => State)[] = [
  applyToPeople,
  applyToGroups,
  applyToAppearances,
  applyToChannels,
  applyToPreferences,
  applyToDrafts,
  applyToUnread,
  applyToMessages,
];

/** Returns the state after an event. Pure: each section looks at the events that concern it, and ignores all others. */
export function apply(state: State, event: ServerEvent): State {
  let next = state;
  for (const section of sections) next = section(next, event);
  return next;
}
