import { getServerSettings } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "./use-world.ts";

const world = useWorld();

describe("server settings", () => {
  test("have no fields of an organization where none is", async ({ expect }) => {
    const settings = await world().request(getServerSettings, world().anonymous(null), {});
    expect(Object.keys(settings).filter((name) => name.startsWith("realm_"))).toEqual([]);
    expect(settings.email_auth_enabled).toBe(true);
  });

  test("have versions and the organization's address in both spellings", async ({ expect }) => {
    const settings = await world().request(getServerSettings, world().anonymous(world().acme), {});
    expect(settings).toMatchObject({
      service_feature_level: 417,
      zulip_feature_level: 417,
      zulip_version: settings.service_version,
      zulip_merge_base: settings.service_merge_base,
      realm_url: "http://acme.localhost:9991",
      realm_uri: "http://acme.localhost:9991",
      realm_name: "Acme",
      realm_description: "",
      realm_web_public_access_enabled: false,
      external_authentication_methods: [],
      is_incompatible: false,
    });
    expect(settings.authentication_methods).toMatchObject({
      password: true,
      email: true,
      ldap: false,
    });
    expect(Number.parseFloat(settings.zulip_version)).toBeGreaterThanOrEqual(10);
  });

  test("call one client incompatible: the one made for that", async ({ expect }) => {
    const ask = async (userAgent: string) => {
      const options = { realmId: 0, headers: { "user-agent": userAgent } };
      const { users } = world();
      return await users.request(getServerSettings, world().anonymous(), {}, options);
    };
    expect((await ask("ZulipInvalid/1.0")).is_incompatible).toBe(true);
    expect((await ask("ZulipMobile/1.0 (Android)")).is_incompatible).toBe(false);
  });
});
