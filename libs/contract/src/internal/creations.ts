import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

const token = z.string().max(200);

/** Token of the operator's invitation; null without one. */
const invitation = token.nullable();

export const checkCreationOpen = internalOperation({
  name: "checkCreationOpen",
  owner: "users",
  input: z.object({ invitation }),
  output: z.object({}),
  doc: "Checks that somebody may create an organization. NOT_FOUND where nobody may; BAD_REQUEST without an invitation where one is needed, and with one that was used or has expired.",
});

export const requestCreation = internalOperation({
  name: "requestCreation",
  owner: "users",
  input: z.object({
    invitation,
    email: z.string().max(1000),
    fullName: z.string().max(1000),
    name: z.string().max(1000),
    subdomain: z.string().max(1000),
    /** Language of the page on which it is asked for; left out by the release before. */
    language: z.string().optional(),
  }),
  output: z.object({}),
  doc: "Has a link sent to an address that creates the organization. BAD_REQUEST with the `field` that is wrong; refuses as checkCreationOpen does, and when too many were created lately.",
});

export const checkCreation = internalOperation({
  name: "checkCreation",
  owner: "users",
  input: z.object({ token }),
  output: z.object({ email: z.string(), name: z.string(), url: z.string() }),
  doc: "Which organization a link creates. BAD_REQUEST when it does not work any more.",
});

export const completeCreation = internalOperation({
  name: "completeCreation",
  owner: "users",
  input: z.object({ token, password: z.string().max(1000) }),
  output: z.object({ name: z.string(), url: z.string() }),
  doc: "Creates the organization that a link is for, with its owner, once. BAD_REQUEST when the link does not work any more, the address is taken meanwhile, or the password is too weak.",
});
