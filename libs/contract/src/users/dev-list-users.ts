import { z } from "zod";

import { operation } from "../operation.ts";

const account = z.object({
  email: z.string().describe("Real address, for `POST /dev_fetch_api_key`"),
  realm_url: z.string().describe("The organization's URL"),
  realm_uri: z.string().describe("The same"),
});

export const devListUsers = operation({
  name: "devListUsers",
  method: "GET",
  path: "/dev_list_users",
  owner: "users",
  auth: "none",
  scope: "any",
  developmentOnly: true,
  params: {},
  response: z.object({
    direct_admins: z.array(account).describe("Owners and administrators"),
    direct_users: z.array(account).describe("Everybody else"),
  }),
  errors: ["BAD_REQUEST", "REALM_DEACTIVATED", "NONEXISTENT_SUBDOMAIN"],
  doc: "List the accounts that one can log in with\n\nActive people of the organization. Only when the server runs in development mode.",
});
