import { z } from "zod";

import { playground } from "./playground.ts";

/** All playgrounds of the organization, after one was added or removed. */
export const realmPlaygroundsEvent = z.strictObject({
  type: z.literal("realm_playgrounds"),
  realm_playgrounds: z.array(playground.strict()).describe("All of them, by id"),
});
