import { z } from "zod";

export const linkPurpose = "calls: link";
export const statePurpose = "calls: state";

/** Content of a link to a BigBlueButton meeting. */
const linkFields = {
  realmId: z.number(),
  meeting: z.object({ id: z.string(), name: z.string(), camerasLocked: z.boolean() }),
  moderatorId: z.number(),
};

export type CallLink = z.output<z.ZodObject<typeof linkFields>>;

/** Content of such a link when it is read; `iat` is the time at which it was made, in UNIX seconds. */
export const readLink = z.object({ ...linkFields, iat: z.number() });

/** State that is sent along to a provider at which a user agrees, and comes back. */
export const callState = z.object({
  realmId: z.number(),
  /** By which the page in the root organization finds the user's own. */
  subdomain: z.string(),
  userId: z.number(),
  provider: z.string(),
  /** SHA-256, in base64url, of what only the browser has that began. */
  challenge: z.string(),
});

export type CallState = z.output<typeof callState>;
