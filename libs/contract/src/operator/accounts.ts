import { z } from "zod";

import { operatorOperation } from "./operator-operation.ts";
import { text } from "./text.ts";

/** An account with its key. */
export const accountKey = z.object({ user_id: z.int(), email: z.string(), api_key: z.string() });

export const replaceAccountKey = operatorOperation({
  name: "replaceAccountKey",
  method: "POST",
  path: "/organizations/{organization_id}/keys",
  scope: "secrets",
  input: z.strictObject({ email: text(254) }),
  output: z.object({ account: accountKey.optional() }),
  doc: "Replaces the key of an account; the old one stops working at once. A repeated request has no key in its answer.",
});

export const createPasswordLink = operatorOperation({
  name: "createPasswordLink",
  method: "POST",
  path: "/organizations/{organization_id}/password_links",
  scope: "secrets",
  input: z.strictObject({ email: text(254) }),
  output: z.object({ url: z.string().optional() }),
  doc: "Makes a link with which a person sets a password, once within a day. A repeated request has no link in its answer.",
});

export const resetAccountFactors = operatorOperation({
  name: "resetAccountFactors",
  method: "POST",
  path: "/organizations/{organization_id}/second_factor_resets",
  scope: "secrets",
  input: z.strictObject({ email: text(254) }),
  output: z.object({}),
  doc: "Removes the second factors of a person who has lost them, who gets word of it by e-mail; does nothing when there are none.",
});
