import { z } from "zod";

import { operation } from "../operation.ts";
import { navigationView } from "./navigation-view.ts";

export const listNavigationViews = operation({
  name: "listNavigationViews",
  method: "GET",
  path: "/navigation_views",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    navigation_views: z.array(navigationView).describe("What the caller configured, by fragment"),
  }),
  errors: [],
  doc: "List one's navigation views",
});
