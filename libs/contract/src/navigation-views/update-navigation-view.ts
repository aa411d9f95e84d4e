import { z } from "zod";

import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { fragmentParam, viewName } from "./navigation-view.ts";

export const updateNavigationView = operation({
  name: "updateNavigationView",
  method: "PATCH",
  path: "/navigation_views/{fragment*}",
  owner: "users",
  auth: "user",
  scope: "all",
  params: {
    fragment: fragmentParam,
    is_pinned: json(z.boolean().optional().describe("Whether it stands in the side bar")),
    name: word(viewName.optional().describe("New name of a custom view")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "NOT_FOUND"],
  doc: "Change a navigation view",
});
