import { z } from "zod";

/** The HTTP header that carries a signed identity between our processes. */
export const identityHeader = "x-identity";

const realmRef = z.object({
  id: z.int(),
  subdomain: z.string(),
  /** Canonical URL without trailing slash, e.g. `http://acme.localhost:9991`. */
  url: z.string(),
});

/** A user of a realm on whose behalf a request runs. */
const caller = z.object({
  kind: z.literal("user"),
  realm: realmRef,
  userId: z.int(),
  role: z.int(),
  isBot: z.boolean(),
  /** The browser session that the request was made with; absent when it was made with a key. */
  sessionId: z.int().optional(),
  /** The API key that the request was made with; absent for a session, and for the key that every account has. */
  key: z
    .object({
      id: z.int(),
      /** True unless it may be used for everything. */
      isLimited: z.boolean(),
      /** Channels that it sends to and nothing else; absent where it is not limited to any. */
      channelIds: z.array(z.int()).optional(),
    })
    .optional(),
  /** Name of the client program, at most 30 characters (docs/behaviour/api.md#client-names). */
  client: z.string(),
  /** Internet address that the request came from; absent in what answers of bots and schedules do. */
  address: z.string().optional(),
  /** A version of the realm's users that was proven current after the request arrived; 0 when nothing was proven. */
  usersVersion: z.int(),
  /** Proven version of the realm's channels; absent when none was proven. */
  channelsVersion: z.int().optional(),
});

/** A request without credentials to a known realm, or (realm null) to the bare root domain. */
const anonymous = z.object({
  kind: z.literal("anonymous"),
  realm: realmRef.nullable(),
  client: z.string(),
  address: z.string().optional(),
});

/** One of our own services, acting for itself, or for a browser that has not proven whose it is. */
const service = z.object({
  kind: z.literal("service"),
  name: z.string(),
  /** Internet address of that browser. */
  address: z.string().optional(),
});

export const identitySchema = z.discriminatedUnion("kind", [caller, anonymous, service]);

export type RealmRef = z.infer<typeof realmRef>;
export type Caller = z.infer<typeof caller>;
export type Identity = z.infer<typeof identitySchema>;
