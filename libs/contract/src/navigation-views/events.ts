import { z } from "zod";

import { navigationView } from "./navigation-view.ts";

const fragment = z.string().describe("The view");

/** A navigation view was added, changed or deleted, for its owner. */
export const navigationViewEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("navigation_view"),
    op: z.literal("add"),
    navigation_view: navigationView.strict().describe("The new view"),
  }),
  z.strictObject({
    type: z.literal("navigation_view"),
    op: z.literal("update"),
    fragment,
    data: z
      .strictObject({
        is_pinned: z.boolean().optional().describe("New place"),
        name: z.string().optional().describe("New name"),
      })
      .describe("What was passed"),
  }),
  z.strictObject({
    type: z.literal("navigation_view"),
    op: z.literal("remove"),
    fragment,
  }),
]);
