// Operations without credentials, where there is no organization or a closed one.
import { deactivateRealm, type Operation, operations, reactivateRealm } from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "./people.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

/** Parameters that each needs to get as far as the organization. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fetchApiKey: { username: "owner@acme.example", password },
  devFetchApiKey: { username: "nobody@acme.example" },
  previewInvite: { key: "x" },
  acceptInvite: {
    key: "x",
    full_name: "New Person",
    password,
    email: "new@acme.example",
  },
  confirmEmailChange: { key: "x" },
  joinBigBlueButtonCall: { bigbluebutton: "x" },
  completeCallUser: { code: "x", state: "x", verifier: "x" },
};

async function ask({ method, name, path }: Operation, realm: RealmRef | null) {
  const address = path.replace("{provider}", "zoom").replaceAll(/\{\w+\}/g, "1");
  const given = new URLSearchParams(fields[name]);
  const init = method === "GET" ? { method } : { method, body: given };
  const identity = world().anonymous(realm);
  const response = await world().fetch(identity, address, { ...init, redirect: "manual" });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as object) };
}

const declaring = (code: Operation["errors"][number]) =>
  operations.filter(
    ({ auth, errors, name, owner }) =>
      // Tokens are looked at first, which need keys: jwt-fetch-api-key.test.ts.
      owner === "users" && errors.includes(code) && auth !== "user" && name !== "jwtFetchApiKey",
  );

describe("where there is no organization (docs/behaviour/api.md#organizations-by-host)", () => {
  test.for(declaring("NONEXISTENT_SUBDOMAIN"))(
    "$method $path is refused",
    async (operation, { expect }) => {
      expect(await ask(operation, null)).toEqual({
        status: 404,
        body: { result: "error", msg: "Invalid subdomain", code: "NONEXISTENT_SUBDOMAIN" },
      });
    },
  );
});

describe("of a deactivated organization (docs/behaviour/api.md#organizations-by-host)", () => {
  test.for(declaring("REALM_DEACTIVATED"))(
    "$method $path is refused, and no longer once it is taken back",
    async (operation, { expect }) => {
      const before = await ask(operation, world().acme);
      await world().call(deactivateRealm, { subdomain: "acme" });
      expect(await ask(operation, world().acme)).toEqual({
        status: 401,
        body: {
          result: "error",
          msg: "This organization has been deactivated",
          code: "REALM_DEACTIVATED",
        },
      });
      await world().call(reactivateRealm, { subdomain: "acme" });
      const after = await ask(operation, world().acme);
      // Everybody has another key then.
      const api_key = "api_key" in before.body ? expect.stringMatching(/^\w{32}$/) : undefined;
      expect(after).toEqual({ ...before, body: { ...before.body, api_key } });
      expect(after.body).not.toMatchObject({ code: "REALM_DEACTIVATED" });
    },
  );
});
