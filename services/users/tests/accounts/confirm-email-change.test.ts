import {
  addRealmDomain,
  confirmEmailChange,
  deactivateUser,
  fetchApiKey,
  getOwnUser,
  reactivateUser,
  updateRealm,
  updateSettings,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { type Name, password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const ask = (as: Name, email: string) => world().request(as, updateSettings, { email });
const confirm = (key: string, realm = world().realm) =>
  world().request(world().anonymous(realm), confirmEmailChange, { key });

/** The key in the last e-mail to an address. */
async function keySentTo(email: string): Promise<string> {
  const letters = (await world().mails()).filter((text) => text.includes(`To: ${email}\r\n`));
  return /\/confirm-email\/(\w+)/.exec(letters.at(-1) ?? "")?.[1] ?? "";
}

async function ownEmail(name: Name): Promise<string | null> {
  return (await world().request(name, getOwnUser, {})).delivery_email;
}

describe("asking for a new address with PATCH /settings (docs/behaviour/users.md#changing-e-mail-addresses)", () => {
  test("asking for an address that the user cannot have is refused, and sends nothing", async ({
    expect,
  }) => {
    const refused = async (as: Name, email: string, message: string) => {
      const change = { email, full_name: "Changed Name" };
      await expect(world().request(as, updateSettings, change), message).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    };
    await refused("alice", "nonsense", "Invalid address.");
    await refused("alice", " ", "Invalid address.");
    await refused("alice", "GUEST@example.com", "Already has an account.");
    const disposable = "Disposable email addresses are not allowed in this organization";
    await refused("alice", "me@mailinator.com", disposable);
    await world().request("owner", addRealmDomain, {
      domain: "example.com",
      allow_subdomains: false,
    });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    await refused("alice", "a+b@example.com", "Email addresses containing + are not allowed.");
    await refused("alice", "a@b.com", "Email 'a@b.com' not allowed in this organization");
    await world().request("owner", updateRealm, {
      emails_restricted_to_domains: false,
      email_changes_disabled: true,
    });
    const disabled = "Email address changes are disabled in this organization.";
    await refused("alice", "fine@example.com", disabled);
    await world().request("owner", updateRealm, { email_changes_disabled: false });
    expect(await world().mails()).toEqual([]);
    expect(await ownEmail("alice")).toBe("alice@example.com");
  });

  test("asking for a new address changes nothing and tells nobody before it is confirmed", async ({
    expect,
  }) => {
    await world().events();
    await ask("alice", " alice@example.com ");
    expect(await world().mails()).toEqual([]);
    await ask("alice", "first@example.com");
    expect(await keySentTo("first@example.com")).toMatch(/^\w{32}$/);
    expect(await world().events()).toEqual([]);
    expect(await ownEmail("alice")).toBe("alice@example.com");
  });
});

describe("confirming a new address (docs/behaviour/users.md#changing-e-mail-addresses)", () => {
  test("a key that is not there, replaced, or of another organization confirms no address", async ({
    expect,
  }) => {
    const replaced = await keySentTo("first@example.com");
    await ask("alice", "second@example.com");
    const message = "The confirmation link does not exist or has expired.";
    const key = await keySentTo("second@example.com");
    for (const [given, realm] of [
      ["x", world().realm],
      [replaced, world().realm],
      [key, world().acme],
    ] as const)
      await expect(confirm(given, realm)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(
      world().request(world().anonymous(null), confirmEmailChange, { key }),
    ).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
    expect(await ownEmail("alice")).toBe("alice@example.com");
  });

  test("a deactivated account, a taken address and changes that are disabled meanwhile keep an address unconfirmed", async ({
    expect,
  }) => {
    const key = await keySentTo("second@example.com");
    const { alice } = world().people;
    await world().request("owner", updateRealm, { email_changes_disabled: true });
    await expect(confirm(key)).rejects.toMatchObject({
      message: "Email address changes are disabled in this organization.",
    });
    await world().request("owner", updateRealm, { email_changes_disabled: false });
    await ask("guest", "second@example.com");
    await confirm(await keySentTo("second@example.com"));
    await expect(confirm(key)).rejects.toMatchObject({ message: "Already has an account." });
    await world().request("owner", deactivateUser, { user_id: alice.id });
    await expect(confirm(key)).rejects.toMatchObject({ code: "USER_DEACTIVATED" });
    await world().request("owner", reactivateUser, { user_id: alice.id });
    expect(await ownEmail("alice")).toBe("alice@example.com");
  });

  test("confirming gives the address once, and tells the former one and everybody what is made from it", async ({
    expect,
  }) => {
    await ask("alice", "new@example.com");
    const key = await keySentTo("new@example.com");
    await world().events();
    expect(await confirm(key)).toMatchObject({ email: "new@example.com" });
    const { alice, moderator } = world().people;
    const events = await world().events();
    const announced = (person: object) => ({
      type: "realm_user",
      op: "update",
      person: { user_id: alice.id, ...person },
    });
    for (const { id } of [alice, moderator])
      expect(eventsFor(id, events)).toEqual([
        announced({ delivery_email: "new@example.com" }),
        announced({ new_email: "new@example.com" }),
        announced({
          avatar_url: expect.stringContaining("version=2"),
          avatar_url_medium: expect.stringContaining("version=2"),
          avatar_source: "G",
          avatar_version: 2,
        }),
      ]);
    const letters = await world().mails();
    expect(letters.at(-1)).toMatch(/^To: alice@example.com\r$/m);
    const login = { username: "new@example.com", password };
    await world().request(world().anonymous(), fetchApiKey, login);
    const old = { username: "alice@example.com", password };
    await expect(world().request(world().anonymous(), fetchApiKey, old)).rejects.toMatchObject({
      code: "AUTHENTICATION_FAILED",
    });
    await expect(confirm(key)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a confirmed address is told only to those who see it when it is hidden", async ({
    expect,
  }) => {
    await world().request("moderator", updateSettings, { email_address_visibility: 3 });
    await ask("moderator", "mod@example.com");
    await world().events();
    await confirm(await keySentTo("mod@example.com"));
    const { moderator, admin, owner, alice, guest } = world().people;
    const events = await world().events();
    const person = { user_id: moderator.id, delivery_email: "mod@example.com" };
    for (const { id } of [moderator, admin, owner])
      expect(eventsFor(id, events)).toEqual([{ type: "realm_user", op: "update", person }]);
    for (const { id } of [alice, guest]) expect(eventsFor(id, events)).toEqual([]);
  });
});
