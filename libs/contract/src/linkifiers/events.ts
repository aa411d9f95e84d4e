import { z } from "zod";

import { linkifier } from "./linkifier.ts";

/** The organization's linkifiers as they are now, in order, for everybody. */
export const realmLinkifiersEvent = z.strictObject({
  type: z.literal("realm_linkifiers"),
  realm_linkifiers: z.array(linkifier.strict()).describe("All of them, in order"),
});
