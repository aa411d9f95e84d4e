import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";
import { fetchedKey } from "./fetch-api-key.ts";

export const devFetchApiKey = operation({
  name: "devFetchApiKey",
  method: "POST",
  path: "/dev_fetch_api_key",
  owner: "users",
  auth: "none",
  scope: "any",
  developmentOnly: true,
  params: { username: text(line.describe("The account's real address")) },
  response: fetchedKey,
  errors: [
    "BAD_REQUEST",
    "AUTHENTICATION_FAILED",
    "USER_DEACTIVATED",
    "REALM_DEACTIVATED",
    "NONEXISTENT_SUBDOMAIN",
  ],
  doc: "Get an API key without a password\n\nOnly when the server runs in development mode.",
});
