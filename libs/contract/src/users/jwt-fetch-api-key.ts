import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { fetchedKey } from "./fetch-api-key.ts";
import { ordinaryUser } from "./user-object.ts";

export const jwtFetchApiKey = operation({
  name: "jwtFetchApiKey",
  method: "POST",
  path: "/jwt/fetch_api_key",
  owner: "users",
  auth: "none",
  scope: "any",
  params: {
    token: text(
      longText
        .default("")
        .describe("JSON web token with the claim `email`, signed with the organization's key"),
    ),
    include_profile: json(z.boolean().default(false).describe("Whether `user` is in the answer")),
  },
  response: fetchedKey.extend({
    user: ordinaryUser.optional().describe("The user, when `include_profile` is true"),
  }),
  errors: [
    "BAD_REQUEST",
    "AUTHENTICATION_FAILED",
    "USER_DEACTIVATED",
    "REALM_DEACTIVATED",
    "SECOND_FACTOR_REQUIRED",
    "NONEXISTENT_SUBDOMAIN",
  ],
  doc: "Get an API key with a JSON web token\n\nFor organizations whose accounts another system vouches for: the operator gives the server that system's keys.",
});
