import {
  addRealmUser,
  createResetLink,
  createSession,
  endOwnSession,
  listAuditLog,
  resetPassword,
  roles,
  rotateKey,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { groupSchema, patch, scim, userSchema } from "../scim/scim.ts";
import { browser } from "../sessions/browsers.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const realmId = () => world().realm.id;
const address = "alice@example.com";
const person = { schemas: [userSchema], userName: "sue@example.com" };
const group = { schemas: [groupSchema], displayName: "Divers" };

const made = async (path: string, body: object) =>
  String((await scim(world(), `POST ${path}`, { body })).body["id"]);

/** Changes that pages, provisioning systems and operators make, each with what the log calls it and what it changes. */
const changes: readonly (readonly [string, string, () => Promise<unknown>])[] = [
  ["createSession", "session", () => browser(world(), "alice")],
  [
    "createSession",
    "sign_in",
    () =>
      world()
        .call(createSession, {
          realmId: realmId(),
          username: address,
          password: "wrong",
          client: "Mozilla/5.0",
          address: "192.0.2.1",
        })
        .catch(() => undefined),
  ],
  [
    "endOwnSession",
    "session",
    async () => {
      const { token } = await browser(world(), "alice");
      await world().call(endOwnSession, { realmId: realmId(), token });
    },
  ],
  [
    "resetPassword",
    "password",
    async () => {
      const { url } = await world().call(createResetLink, { subdomain: "", email: address });
      const given = { realmId: realmId(), token: url.slice(-32), password: `${password}-2` };
      await world().call(resetPassword, given);
    },
  ],
  ["createScimUser", "user", () => made("/Users", { ...person, active: true })],
  [
    "updateScimUser",
    "user",
    async () => {
      const id = await made("/Users", { ...person, userName: "tim@example.com" });
      await patch(world(), `/Users/${id}`, { op: "replace", path: "active", value: false });
    },
  ],
  ["createScimGroup", "user_group", () => made("/Groups", group)],
  [
    "updateScimGroup",
    "user_group",
    async () => {
      const id = await made("/Groups", { ...group, displayName: "Sailors" });
      await patch(world(), `/Groups/${id}`, {
        op: "replace",
        path: "displayName",
        value: "Rowers",
      });
    },
  ],
  [
    "deleteScimGroup",
    "user_group",
    async () => {
      const id = await made("/Groups", { ...group, displayName: "Walkers" });
      await scim(world(), `DELETE /Groups/${id}`);
    },
  ],
  [
    "addRealmUser",
    "user",
    () =>
      world().call(addRealmUser, {
        realmId: realmId(),
        email: "new@example.com",
        fullName: "New",
        role: roles.member,
        password: null,
      }),
  ],
  ["rotateKey", "api_key", () => world().call(rotateKey, { subdomain: "", email: address })],
];

describe("what is changed beside the API (docs/behaviour/audit.md#what-is-written-down)", () => {
  test.for(changes)(
    "%s is in the audit log with the %s that it changes",
    async ([operation, object, change], { expect }) => {
      const count = async () => {
        const page = await world().request("owner", listAuditLog, { operation, object });
        return page.entries.length;
      };
      const before = await count();
      await change();
      expect(await count()).toBeGreaterThan(before);
    },
  );
});
