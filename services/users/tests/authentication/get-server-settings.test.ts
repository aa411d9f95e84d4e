import {
  deactivateRealm,
  getServerSettings,
  reactivateRealm,
  updateRealm,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("server settings (docs/behaviour/api.md#server-settings)", () => {
  test("server settings have no fields of an organization where none is", async ({ expect }) => {
    const settings = await world().request(world().anonymous(null), getServerSettings, {});
    expect(Object.keys(settings).filter((name) => name.startsWith("realm_"))).toEqual([]);
    expect(settings.email_auth_enabled).toBe(true);
  });

  // See docs/behaviour/api.md#legacy-names, docs/behaviour/api.md#feature-level.
  test("server settings have versions and the organization's address in both spellings", async ({
    expect,
  }) => {
    const settings = await world().request(world().anonymous(world().acme), getServerSettings, {});
    expect(settings).toMatchObject({
      service_feature_level: 417,
      zulip_feature_level: 417,
      zulip_version: settings.service_version,
      zulip_merge_base: settings.service_merge_base,
      realm_url: "http://acme.localhost:9991",
      realm_uri: "http://acme.localhost:9991",
      realm_name: "Acme",
      realm_description: "",
      realm_default_language: "en",
      realm_web_public_access_enabled: false,
      external_authentication_methods: [],
      is_incompatible: false,
    });
    expect(settings.authentication_methods).toMatchObject({
      password: true,
      email: true,
      ldap: false,
      passkey: true,
    });
    expect(Number.parseFloat(settings.zulip_version)).toBeGreaterThanOrEqual(10);
  });

  test("server settings have every field, and rendered text", async ({ expect }) => {
    await world().request("owner", updateRealm, { description: "All *about* <it>" });
    const settings = await world().request(world().anonymous(), getServerSettings, {});
    const { authentication_methods: methods, ...rest } = settings;
    const text = expect.any(String) as string;
    expect(rest).toMatchObject({
      external_authentication_methods: [],
      service_feature_level: expect.any(Number) as number,
      service_version: text,
      service_merge_base: settings.service_version,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_url: "http://localhost:9991",
      realm_name: "Root",
      realm_icon: text,
      realm_description: expect.stringMatching(/^<p>.*&lt;it&gt;<\/p>$/) as string,
      realm_default_language: "en",
      realm_web_public_access_enabled: false,
    });
    const others = ["dev", "ldap", "passkey", "remoteuser", "saml", "openid connect"];
    const providers = ["github", "azuread", "gitlab", "apple", "google"];
    expect(Object.keys(methods).toSorted()).toEqual(
      ["password", "email", ...others, ...providers].toSorted(),
    );
    for (const value of Object.values(methods)) expect(typeof value).toBe("boolean");
  });

  test("server settings are the same for whoever asks, and also of a deactivated organization", async ({
    expect,
  }) => {
    const anonymous = world().anonymous(world().acme);
    const before = await world().request(anonymous, getServerSettings, {});
    await world().call(deactivateRealm, { subdomain: "acme" });
    expect(await world().request(anonymous, getServerSettings, {})).toEqual(before);
    await world().call(reactivateRealm, { subdomain: "acme" });
  });

  test("server settings show what the organization says about itself as HTML", async ({
    expect,
  }) => {
    const description = "We grow *roots* <b> at https://example.com";
    await world().request("owner", updateRealm, { description });
    const settings = await world().request(world().anonymous(), getServerSettings, {});
    expect(settings.realm_description).toBe(
      '<p>We grow <em>roots</em> &lt;b&gt; at <a href="https://example.com">https://example.com</a></p>',
    );
  });

  test("server settings call one client incompatible, which is the one made for that", async ({
    expect,
  }) => {
    const ask = async (userAgent: string) => {
      const options = { realmId: 0, headers: { "user-agent": userAgent } };
      const { users } = world();
      return await users.request(getServerSettings, world().anonymous(), {}, options);
    };
    expect((await ask("ZulipInvalid/1.0")).is_incompatible).toBe(true);
    expect((await ask("ZulipMobile/1.0 (Android)")).is_incompatible).toBe(false);
  });
});
