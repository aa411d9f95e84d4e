import { z } from "zod";

import { boundedText, line } from "../bounded-text.ts";
import { path } from "../param.ts";
import { visibleName } from "../visible-name.ts";

/** Views that every client has (docs/behaviour/organization.md#navigation-views). */
export const builtInViews = [
  "inbox",
  "recent",
  "feed",
  "drafts",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
] as const;

/** A navigation view as clients see it (docs/behaviour/organization.md#navigation-views). */
export const navigationView = z.object({
  fragment: z.string().describe("The URL hash that leads to it; unique for the user"),
  is_pinned: z.boolean().describe("Whether it stands in the side bar; otherwise among more views"),
  name: z.string().optional().describe("What a custom view is called; absent for built-in views"),
});

export type NavigationView = z.infer<typeof navigationView>;

/** Both stand in indexes, whose entries have a greatest size. */
export const viewFragment = boundedText(500);
export const viewName = visibleName("name", boundedText(100));

export const fragmentParam = path(
  line.describe("The view's fragment: the rest of the path, with slashes or %2F"),
);
