import { Secret } from "@team-chat/config";
import {
  acceptInvite,
  addBlockedAddress,
  createInviteLink,
  createUser,
  getOwnUser,
  listAuditLog,
  listBlockedAddresses,
  sendInvites,
  updateSettings,
  updateUser,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";

import { startOpenIdProvider } from "../authentication/openid-provider.ts";
import { SigningIn } from "../authentication/signing-in.ts";
import { keyOf } from "../invitations/invitations.ts";
import { password } from "../people.ts";
import { World } from "../world.ts";

const provider = await startOpenIdProvider();
afterAll(() => provider[Symbol.asyncDispose]());
const company = {
  id: "company",
  name: "Company",
  issuer: provider.issuer,
  clientId: "chat",
  clientSecret: "secret",
  organizations: [""],
};
const world = useWorld(() =>
  World.create({ OPENID_PROVIDERS: new Secret(JSON.stringify([company])) }),
);
const signingIn = new SigningIn(world, provider);

const block = (pattern: string) => world().request("admin", addBlockedAddress, { pattern });
const create = (email: string) =>
  world().request("owner", createUser, { email, password, full_name: "New Person" });
const refusal = (email: string) => ({
  code: "BAD_REQUEST",
  message: `Email '${email}' not allowed in this organization`,
});

describe("blocking an address is refused and nothing changed (docs/behaviour/organization.md#block-list)", () => {
  test("blocking an address is for administrators", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(
        world().request(name, addBlockedAddress, { pattern: "a.example" }),
        name,
      ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
  });

  test.for([
    ["", "Invalid domain: Domain can't be empty."],
    ["local", "Invalid domain: Domain must have at least one dot (.)"],
    ["*.example", "Invalid domain: Domain can only have letters, numbers, '.' and '-'s."],
    ["@a.example", "Invalid address."],
    ["a b@a.example", "Invalid address."],
  ] as const)("blocking refuses '%s'", async ([pattern, message], { expect }) => {
    await expect(block(pattern)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    const { blocked_addresses: listed } = await world().request("admin", listBlockedAddresses, {});
    expect(listed).toEqual([]);
  });
});

describe("a blocked address (docs/behaviour/organization.md#block-list)", () => {
  test("blocking is in the audit log, once, and no event tells anybody", async ({ expect }) => {
    await world().events();
    expect(await block(" Once.Example ")).toEqual({ pattern: "once.example" });
    await expect(block("once.example")).rejects.toThrow(
      "This address or domain is blocked already.",
    );
    expect(await world().events()).toEqual([]);
    const asked = { object: "blocked_address" };
    const { entries } = await world().request("owner", listAuditLog, asked);
    expect(entries).toMatchObject([
      {
        operation: "addBlockedAddress",
        actor: { user_id: world().people.admin.id },
        changes: [{ key: { pattern: "once.example" } }],
      },
    ]);
  });

  test("a blocked address is one with more behind a plus, a blocked domain has its subdomains, and others join", async ({
    expect,
  }) => {
    await block("mallory@people.example");
    await block("spam.example");
    for (const email of [
      "Mallory@People.example",
      "mallory+again@people.example",
      "a@spam.example",
      "a@deep.Spam.example",
    ])
      await expect(create(email), email).rejects.toMatchObject(refusal(email));
    for (const email of ["eve@people.example", "a@notspam.example", "spam.example@people.example"])
      await expect(create(email), email).resolves.toMatchObject({});
  });

  test("a blocked address is not invited, and joins by no link", async ({ expect }) => {
    await block("blocked.example");
    const email = "a@blocked.example";
    await expect(
      world().request("owner", sendInvites, { invitee_emails: email }),
    ).rejects.toMatchObject({
      code: "INVITATION_FAILED",
      details: { errors: [[email, refusal(email).message, false]] },
    });
    const { invite_link: url } = await world().request("owner", createInviteLink, {});
    const joining = { key: keyOf(url), email, full_name: "New Person", password };
    await expect(world().request(world().anonymous(), acceptInvite, joining)).rejects.toMatchObject(
      refusal(email),
    );
  });

  test("whoever was invited before the address was blocked does not join", async ({ expect }) => {
    const email = "early@later.example";
    await world().request("owner", sendInvites, { invitee_emails: email });
    const letters = (await world().mails()).filter((text) => text.includes(`To: ${email}\r\n`));
    const key = /\/join\/(\w+)/.exec(letters.at(-1) ?? "")?.[1] ?? "";
    await block("later.example");
    await expect(
      world().request(world().anonymous(), acceptInvite, { key, full_name: "Early", password }),
    ).rejects.toMatchObject(refusal(email));
  });

  test("nobody changes to a blocked address, and whoever has one stays", async ({ expect }) => {
    await block("elsewhere.example");
    const email = "alice@elsewhere.example";
    await expect(world().request("alice", updateSettings, { email })).rejects.toMatchObject(
      refusal(email),
    );
    const change = { user_id: world().people.alice.id, new_email: email };
    await expect(world().request("owner", updateUser, change)).rejects.toMatchObject(
      refusal(email),
    );
    await block("example.com");
    await expect(world().request("alice", getOwnUser, {})).resolves.toMatchObject({
      is_active: true,
    });
  });

  test("nobody with a blocked address is given an account by single sign-on", async ({
    expect,
  }) => {
    await block("partner.example");
    const email = "somebody@partner.example";
    const claims = { sub: "1", email, email_verified: true, name: "Somebody" };
    await expect(signingIn.signIn(claims)).rejects.toMatchObject(refusal(email));
  });
});
