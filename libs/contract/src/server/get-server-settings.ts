import { z } from "zod";

import { operation } from "../operation.ts";

const externalMethod = z.object({
  name: z.string().describe("Unique name"),
  display_name: z.string().describe("Name for people"),
  display_icon: z.string().nullable().describe("URL of a picture"),
  login_url: z.string().describe("Where a login begins"),
  signup_url: z.string().describe("Where a registration begins"),
});

const version = z.string().describe("Release of the server");
const level = z.int().describe("Feature level; only grows");
const realmUrl = z.string().optional().describe("Canonical URL of the organization");

export const getServerSettings = operation({
  name: "getServerSettings",
  method: "GET",
  path: "/server_settings",
  owner: "users",
  auth: "none",
  scope: "any",
  params: {},
  response: z.object({
    authentication_methods: z
      .record(z.string(), z.boolean())
      .describe(
        "Which ways to log in are switched on; `passkey`, which is ours, is signing in with nothing but a passkey",
      ),
    external_authentication_methods: z
      .array(externalMethod)
      .describe("Logins elsewhere, in display order"),
    service_version: version,
    service_merge_base: version,
    service_feature_level: level,
    zulip_version: version,
    zulip_merge_base: version,
    zulip_feature_level: level,
    push_notifications_enabled: z.boolean().describe("Whether the server can push to phones"),
    is_incompatible: z.boolean().describe("Whether the calling client is too old"),
    email_auth_enabled: z.boolean().describe("Whether address and password log in"),
    require_email_format_usernames: z.boolean().describe("Whether login names are addresses"),
    realm_url: realmUrl,
    realm_uri: realmUrl,
    realm_name: z.string().optional().describe("Name of the organization"),
    realm_icon: z.string().optional().describe("URL of its square logo"),
    realm_description: z.string().optional().describe("What it says about itself, HTML"),
    realm_default_language: z.string().optional().describe("Language that it is in by default"),
    realm_web_public_access_enabled: z
      .boolean()
      .optional()
      .describe("Whether parts are open to everybody"),
  }),
  errors: [],
  doc: "Get server settings\n\nWhat a client must know before it logs in. Fields of the organization are absent where no organization is.",
});
