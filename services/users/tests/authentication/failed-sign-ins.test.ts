import { Secret } from "@team-chat/config";
import {
  completeSamlSignIn,
  completeSignIn,
  listAuditLog,
  receiveSamlResponse,
  signInRemoteUser,
} from "@team-chat/contract";
import { newCertificate, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { SamlIdentityProvider } from "./saml-provider.ts";
import { browser } from "./signing-in.ts";

const company = { id: "company", name: "Company", issuer: "https://idp.example" };
const openIds = [{ ...company, clientId: "chat", clientSecret: "secret" }];
const saml = new SamlIdentityProvider("https://idp.example/saml", newCertificate());
const world = useWorld(() =>
  World.create({
    OPENID_PROVIDERS: new Secret(JSON.stringify(openIds)),
    SAML_PROVIDERS: JSON.stringify([saml.settings("company")]),
    REMOTE_USER: { name: "Network", createsAccounts: false },
  }),
);

const newest = async () => {
  const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
  return entries[0];
};
const given = () => ({ realmId: world().realm.id, providerId: "company", ...browser });

describe("sign-ins that fail elsewhere (docs/behaviour/audit.md#signing-in)", () => {
  test("a sign-in with OpenID Connect, SAML or a reverse proxy that fails is in the audit log, without a name", async ({
    expect,
  }) => {
    const sealedState = "forged";
    const remote = { next: "/", mobileOtp: null, desktopOtp: null, user: "nobody@example.com" };
    for (const [method, operation, attempt] of [
      [
        "openid",
        "completeSignIn",
        () => world().call(completeSignIn, { ...given(), sealedState, query: "" }),
      ],
      [
        "saml",
        "receiveSamlResponse",
        () => world().call(receiveSamlResponse, { ...given(), response: "PHg+", relayState: "" }),
      ],
      [
        "saml",
        "completeSamlSignIn",
        () => world().call(completeSamlSignIn, { ...given(), sealedState, token: "forged" }),
      ],
      [
        "remote_user",
        "signInRemoteUser",
        () => world().call(signInRemoteUser, { ...given(), ...remote }),
      ],
    ] as const) {
      await expect(attempt()).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
      expect(await newest()).toMatchObject({
        operation,
        changes: [{ object: "sign_in", key: {}, after: { method, succeeded: false } }],
      });
    }
  });

  test("a sign-in with a provider that the organization does not have leaves no entry", async ({
    expect,
  }) => {
    const before = await newest();
    const unknown = { ...given(), providerId: "none", response: "", relayState: "" };
    await expect(world().call(receiveSamlResponse, unknown)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await newest()).toEqual(before);
  });
});
