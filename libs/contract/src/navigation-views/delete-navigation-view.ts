import { z } from "zod";

import { operation } from "../operation.ts";
import { fragmentParam } from "./navigation-view.ts";

export const deleteNavigationView = operation({
  name: "deleteNavigationView",
  method: "DELETE",
  path: "/navigation_views/{fragment*}",
  owner: "users",
  auth: "user",
  scope: "all",
  params: { fragment: fragmentParam },
  response: z.object({}),
  errors: ["NOT_FOUND"],
  doc: "Delete a navigation view\n\nA built-in view is shown as its client likes again.",
});
