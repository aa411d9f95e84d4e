import { z } from "zod";

import { pathId } from "../param.ts";

export const sessionIdParam = pathId("The session");

/** A log-in of the caller in a browser. */
export const sessionObject = z.object({
  id: z.int().describe("Id of the session"),
  client: z.string().describe("The header `User-Agent` of the log-in; empty without one"),
  address: z.string().describe("The address that the log-in came from"),
  created_at: z.int().describe("When it began; UNIX seconds"),
  last_seen_at: z.int().describe("When it was used last, to within an hour; UNIX seconds"),
  is_current: z.boolean().describe("Whether this request was made with it"),
});
