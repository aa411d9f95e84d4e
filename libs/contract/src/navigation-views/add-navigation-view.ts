import { z } from "zod";

import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";
import { viewFragment, viewName } from "./navigation-view.ts";

export const addNavigationView = operation({
  name: "addNavigationView",
  method: "POST",
  path: "/navigation_views",
  owner: "users",
  auth: "user",
  scope: "all",
  params: {
    fragment: text(viewFragment.describe("The URL hash that leads to it; not blank")),
    is_pinned: json(z.boolean().describe("Whether it stands in the side bar")),
    name: word(
      viewName
        .nullable()
        .optional()
        .describe("What a custom view is called; left out for built-in views"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Add a navigation view\n\nConfigures a built-in view, or adds a custom one.",
});
