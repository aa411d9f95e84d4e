import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

export const listSampleMails = internalOperation({
  name: "listSampleMails",
  owner: "users",
  input: z.object({ realmId: z.int() }),
  output: z.object({
    mails: z.array(
      z.object({ kind: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
    ),
  }),
  doc: "An e-mail of each kind as the organization sends it, with made-up people, for looking at them in development mode.",
});

const token = z.string().max(200);

export const requestPasswordReset = internalOperation({
  name: "requestPasswordReset",
  owner: "users",
  input: z.object({ realmId: z.int(), email: z.string().max(320) }),
  output: z.object({}),
  doc: "Has a link to set a password sent to an address, if there is an active account with it; does not say so, nor take longer. PASSWORD_AUTH_DISABLED, REALM_DEACTIVATED.",
});

export const checkPasswordReset = internalOperation({
  name: "checkPasswordReset",
  owner: "users",
  input: z.object({ realmId: z.int(), token }),
  output: z.object({ email: z.string() }),
  doc: "Whose password a link sets. BAD_REQUEST when it does not work any more.",
});

export const resetPassword = internalOperation({
  name: "resetPassword",
  owner: "users",
  input: z.object({ realmId: z.int(), token, password: z.string() }),
  output: z.object({ email: z.string() }),
  doc: "Sets the password of the account that a link is for, ends its sessions and all its links. BAD_REQUEST when the link does not work any more or the password is too weak.",
});

export const createResetLink = internalOperation({
  name: "createResetLink",
  owner: "users",
  input: z.object({ subdomain: z.string(), email: z.string() }),
  output: z.object({ url: z.string() }),
  doc: "A link with which somebody sets a password, for the operator to hand over. BAD_REQUEST when there is no such active account of a person, or the organization takes no passwords.",
});
