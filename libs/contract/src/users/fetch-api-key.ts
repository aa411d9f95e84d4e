import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";

/** Answer of both operations that fetch an API key. */
export const fetchedKey = z.object({
  api_key: z.string().describe("Password of HTTP Basic authentication"),
  email: z
    .string()
    .describe("The account's real address, the user name of HTTP Basic authentication"),
  user_id: z.int().describe("The account"),
});

export const fetchApiKey = operation({
  name: "fetchApiKey",
  method: "POST",
  path: "/fetch_api_key",
  owner: "users",
  auth: "none",
  scope: "any",
  verifiesPassword: "login",
  params: {
    username: text(line.describe("The account's real address")),
    password: text(line.describe("The account's password")),
    second_factor: text(
      line
        .default("")
        .describe("For accounts with a second factor: a code of its app, or a recovery code"),
    ),
  },
  response: fetchedKey,
  errors: [
    "AUTHENTICATION_FAILED",
    "USER_DEACTIVATED",
    "REALM_DEACTIVATED",
    "PASSWORD_AUTH_DISABLED",
    "PASSWORD_RESET_REQUIRED",
    "SECOND_FACTOR_REQUIRED",
    "NONEXISTENT_SUBDOMAIN",
  ],
  doc: "Get an API key for a password",
});
