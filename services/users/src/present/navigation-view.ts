import type { NavigationView } from "@team-chat/contract";

import type { ViewRow } from "../queries/settings/navigation-views.ts";

/** Presents a navigation view as its owner sees it. */
export function presentView({ fragment, isPinned, name }: ViewRow): NavigationView {
  return { fragment, is_pinned: isPinned, ...(name === null ? {} : { name }) };
}
