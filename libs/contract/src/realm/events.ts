import { z } from "zod";

import { domainObject } from "./domain-object.ts";

const value = z.union([z.boolean(), z.int(), z.string()]);

/** The organization was closed, or one or several of its settings changed; names are without `realm_`. */
const realmEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("realm"),
    op: z.literal("deactivated"),
    realm_id: z.int().describe("The organization"),
  }),
  z.strictObject({
    type: z.literal("realm"),
    op: z.literal("update"),
    property: z.string().describe("Name of the setting"),
    value: value.nullable().describe("New value"),
  }),
  z.strictObject({
    type: z.literal("realm"),
    op: z.literal("update_dict"),
    property: z.enum(["default", "icon"]).describe("`icon` for `icon_url` and `icon_source`"),
    data: z.record(z.string(), z.unknown()).describe("New values by name of the setting"),
  }),
]);

/** Says that a default of new users' settings changed. */
const userSettingsDefaultsEvent = z.strictObject({
  type: z.literal("realm_user_settings_defaults"),
  op: z.literal("update"),
  property: z.string().describe("Name of the setting"),
  value: value.describe("New value"),
});

const domainsEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("realm_domains"),
    op: z.enum(["add", "change"]),
    realm_domain: domainObject.strict().describe("The domain as it is now"),
  }),
  z.strictObject({
    type: z.literal("realm_domains"),
    op: z.literal("remove"),
    domain: z.string().describe("The domain that is gone"),
  }),
]);

/** Events about the organization as a whole. */
export const realmEvents = z.union([realmEvent, userSettingsDefaultsEvent, domainsEvent]);
