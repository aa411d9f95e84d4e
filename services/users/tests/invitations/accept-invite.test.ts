import {
  acceptInvite,
  createInviteLink,
  createUserGroup,
  deactivateUser,
  fetchApiKey,
  getUser,
  listInvites,
  listUserGroupMembers,
  reactivateUser,
  updateRealm,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { peerChannels } from "../peers.ts";
import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { invite, keyOf } from "./invitations.ts";

const world = useWorld(() => World.create());
const person = { full_name: "New Person", password };

const accept = (given: object) =>
  world().request(world().anonymous(), acceptInvite, { ...person, key: "x", ...given });

let people = 0;

async function link(given: object = {}): Promise<string> {
  const { invite_link: url } = await world().request("owner", createInviteLink, given);
  return keyOf(url);
}

describe("accepting an invitation (docs/behaviour/invitations.md#accepting-an-invitation)", () => {
  test("accepting an invitation is refused with what would make no account", async ({ expect }) => {
    const key = await link();
    const email = "new@example.com";
    for (const [given, message] of [
      [{ email }, "The invitation does not exist or has expired."],
      [{ email, password: "aaaaaaaa" }, "The invitation does not exist or has expired."],
      [{ key }, "Invalid address."],
      [{ key, email: "nonsense" }, "Invalid address."],
      [{ key, email: "ALICE@example.com" }, "Email is already in use."],
      [{ key, email, full_name: "x" }, "Name too short!"],
      [{ key, email, password: "aaaaaaaa" }, "The password is too weak."],
    ] as const)
      await expect(accept(given), message).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    const { email: left, id: user_id } = world().people.moderator;
    await world().request("owner", deactivateUser, { user_id });
    const taken = { code: "BAD_REQUEST", message: "Email is already in use." };
    await expect(accept({ key, email: left })).rejects.toMatchObject(taken);
    await world().request("owner", reactivateUser, { user_id });
    await expect(
      world().request(world().anonymous(world().acme), acceptInvite, { ...person, key, email }),
    ).rejects.toMatchObject({ message: "The invitation does not exist or has expired." });
    await expect(
      world().request(world().anonymous(null), acceptInvite, { ...person, key, email }),
    ).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    await expect(accept({ key, email })).rejects.toMatchObject({
      message: "Email 'new@example.com' not allowed in this organization",
    });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: false });
  });

  test("accepting an invitation makes an account with the role and groups offered, again and again by a link", async ({
    expect,
  }) => {
    const { guest } = world().people;
    const { group_id: group } = await world().request("owner", createUserGroup, {
      name: "Newcomers",
      description: "",
      members: [],
    });
    const channel = peerChannels.open;
    const key = await link({ invite_as: 300, group_ids: [group], stream_ids: [channel] });
    await world().events();
    const joined = await accept({ key, email: "mod@example.com" });
    const { user } = await world().request("guest", getUser, { user_id: joined.user_id });
    expect(user).toMatchObject({ role: 300, full_name: "New Person", email: "mod@example.com" });
    const { members } = await world().request("owner", listUserGroupMembers, {
      user_group_id: group,
    });
    expect(members).toEqual([joined.user_id]);
    expect(eventsFor(guest.id, await world().events())).toMatchObject([
      { type: "realm_user", op: "add" },
      { type: "user_group", op: "add_members" },
      { type: "user_group", op: "add_members", group_id: group, user_ids: [joined.user_id] },
    ]);
    const { owner } = world().people;
    expect(world().subscribed).toEqual([
      { by: owner.id, names: ["Some channel"], principals: [joined.user_id] },
    ]);
    const login = { username: "mod@example.com", password };
    const key2 = await world().request(world().anonymous(), fetchApiKey, login);
    expect(key2.api_key).toBe(joined.api_key);
    await accept({ key, email: "other@example.com" });
  });

  test("an invitation to an address is for that address, once, and the one who invited learns of it", async ({
    expect,
  }) => {
    const email = "one@example.com";
    await invite(world(), "alice", email);
    const [letter = ""] = await world().mails();
    const key = keyOf(/\S+\/join\/\S+/.exec(letter)?.[0] ?? "");
    await expect(accept({ key, email: "two@example.com" })).rejects.toMatchObject({
      message: "The invitation is for another address.",
    });
    await world().events();
    const joined = await accept({ key });
    expect(joined.email).toBe(email);
    expect(eventsFor(world().people.alice.id, await world().events())).toContainEqual({
      type: "invites_changed",
    });
    const mails = await world().mails();
    expect(mails.at(-1)).toMatch(/^To: alice@example.com\r$/m);
    const { invites } = await world().request("alice", listInvites, {});
    expect(invites).toEqual([]);
    await expect(accept({ key })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  // See docs/behaviour/users.md#arrival-of-a-user.
  test("whoever accepts an invitation is welcomed and announced as the organization or the invitation says", async ({
    expect,
  }) => {
    const said = async (given: object) => {
      const key = await link(given);
      world().notices.length = 0;
      const joined = await accept({ key, email: `w${++people}@example.com` });
      return [joined.user_id, world().notices] as const;
    };
    const welcome = { from: "welcome-bot", starred: true, key: "welcome" };
    const [first, alone] = await said({});
    expect(alone).toMatchObject([{ ...welcome, to: { userIds: [first] } }]);
    await world().request("owner", updateRealm, {
      welcome_message_custom_text: "Good to have you",
      signup_announcements_stream_id: peerChannels.open,
    });
    const [id, notices] = await said({});
    expect(notices).toMatchObject([
      {
        from: "notification-bot",
        to: { kind: "channel", channelId: peerChannels.open, topic: "signups" },
        content: `@_**New Person|${id}** joined this organization.`,
      },
      { ...welcome, to: { userIds: [id] } },
      { from: "welcome-bot", to: { userIds: [id] }, content: "Good to have you", starred: false },
    ]);
    const [, own] = await said({ welcome_message_custom_text: "Just for you" });
    expect(own.map(({ content }) => content)).toContain("Just for you");
    expect(own.map(({ content }) => content)).not.toContain("Good to have you");
    const [, none] = await said({ welcome_message_custom_text: "" });
    expect(none.map(({ key }) => key)).toEqual([expect.stringMatching("^signup-"), "welcome"]);
    const off = { welcome_message_custom_text: "", signup_announcements_stream_id: -1 };
    await world().request("owner", updateRealm, off);
  });

  test("an invitation to an address is accepted only once, also when two accept at once", async ({
    expect,
  }) => {
    const email = "race@example.com";
    await invite(world(), "alice", email);
    const letter = (await world().mails()).findLast((mail) => mail.includes(`To: ${email}`)) ?? "";
    const key = keyOf(/\S+\/join\/\S+/.exec(letter)?.[0] ?? "");
    const both = await Promise.allSettled([accept({ key }), accept({ key })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("accepting an invitation ends all others to the address, and all who sent one are told", async ({
    expect,
  }) => {
    const email = "wanted@example.com";
    await invite(world(), "alice", email);
    await invite(world(), "moderator", email);
    const letter = (await world().mails()).findLast((mail) => mail.includes(`To: ${email}`)) ?? "";
    await world().events();
    await accept({ key: keyOf(/\S+\/join\/\S+/.exec(letter)?.[0] ?? "") });
    const events = await world().events();
    for (const name of ["admin", "alice", "moderator"] as const)
      expect(
        eventsFor(world().people[name].id, events).filter(
          (event) => JSON.stringify(event) === JSON.stringify({ type: "invites_changed" }),
        ),
        name,
      ).toHaveLength(1);
    expect((await world().request("owner", listInvites, {})).invites).not.toContainEqual(
      expect.objectContaining({ email }),
    );
  });
});
