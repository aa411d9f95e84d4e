import { z } from "zod";

import { pathId } from "../param.ts";
import { keyScopes } from "./key-scopes.ts";

export const keyOwnerParam = pathId("The person or bot whose keys they are");

export const keyIdParam = pathId("The key");

/** An API key beside the one that every account has, without what proves it. */
export const apiKeyObject = z.object({
  id: z.int().describe("Id of the key"),
  name: z.string().describe("How its owner calls it"),
  beginning: z.string().describe("Its first four characters, by which it is recognized"),
  scopes: z.array(z.enum(keyScopes)).describe("What it may be used for"),
  channel_ids: z
    .array(z.int())
    .nullable()
    .describe("Channels that it sends to, and nothing else; null where it is not limited to any"),
  created_at: z.int().describe("When it was made; UNIX seconds"),
  created_by: z.int().describe("Who made it"),
  expires_at: z
    .int()
    .nullable()
    .describe("From when on it is refused; UNIX seconds, null for never"),
  last_used_at: z
    .int()
    .nullable()
    .describe("When it was used last, to within an hour; UNIX seconds, null before the first time"),
});
