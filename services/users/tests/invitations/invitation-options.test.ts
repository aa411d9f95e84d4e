import {
  acceptInvite,
  createInviteLink,
  getUsersState,
  listInvites,
  listUserGroupMembers,
  sendInvites,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Groups } from "../groups/groups.ts";
import { peerChannels } from "../peers.ts";
import { password } from "../people.ts";
import { World } from "../world.ts";
import { keyOf } from "./invitations.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

let people = 0;

/** Parameters that both ways to invite take. */
interface Options {
  readonly invite_expires_in_minutes?: number;
  readonly stream_ids?: number[];
  readonly include_realm_default_subscriptions?: boolean;
  readonly group_ids?: number[];
  readonly welcome_message_custom_text?: string;
}

/** An invitation with these options, as it is listed, and what accepts it. */
async function invite(kind: "e-mail" | "link", options: Options & Record<string, unknown>) {
  people += 1;
  const email = `p${people}@example.com`;
  let key: string;
  if (kind === "link") {
    key = keyOf((await world().request("owner", createInviteLink, options)).invite_link);
  } else {
    await world().request("owner", sendInvites, { invitee_emails: email, ...options });
    const letters = (await world().mails()).filter((mail) => mail.includes(`To: ${email}\r\n`));
    key = keyOf(/\S+\/join\/\S+/.exec(letters[0] ?? "")?.[0] ?? "");
  }
  const { invites } = await world().request("owner", listInvites, {});
  const accept = () =>
    world().request(world().anonymous(), acceptInvite, {
      key,
      email,
      full_name: `Person ${people}`,
      password,
    });
  return { listed: invites.at(-1), accept };
}

async function joinsDefaultChannels(id: number): Promise<boolean | undefined> {
  const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
  return users.find((user) => user.id === id)?.joinsDefaultChannels;
}

describe("what an invitation offers (docs/behaviour/invitations.md#what-an-invitation-offers)", () => {
  test.for(["e-mail", "link"] as const)(
    "an invitation by %s gives channels, groups and a welcome when it is accepted",
    async (kind, { expect }) => {
      const group = await groups.add(`invited by ${kind}`, {}, "owner");
      const { accept } = await invite(kind, {
        stream_ids: [peerChannels.private],
        group_ids: [group],
        welcome_message_custom_text: `Welcome by ${kind}`,
      });
      world().notices.length = 0;
      const { user_id: id } = await accept();
      expect(world().subscribed.at(-1)).toEqual({
        by: world().people.owner.id,
        names: ["Some channel"],
        principals: [id],
      });
      const members = await world().request("owner", listUserGroupMembers, {
        user_group_id: group,
      });
      expect(members.members).toEqual([id]);
      expect(world().notices).toMatchObject([
        { from: "welcome-bot", to: { userIds: [id] }, starred: true },
        { from: "welcome-bot", to: { userIds: [id] }, content: `Welcome by ${kind}` },
      ]);
    },
  );

  test.for(["e-mail", "link"] as const)(
    "an invitation by %s gives the default channels only when it says so",
    async (kind, { expect }) => {
      for (const [options, joins] of [
        [{}, false],
        [{ include_realm_default_subscriptions: false }, false],
        [{ include_realm_default_subscriptions: true }, true],
      ] as const) {
        const { accept } = await invite(kind, options);
        const { user_id: id } = await accept();
        expect(await joinsDefaultChannels(id), JSON.stringify(options)).toBe(joins);
      }
    },
  );

  test.for(["e-mail", "link"] as const)(
    "an invitation by %s is valid as long as it says",
    async (kind, { expect }) => {
      const { listed } = await invite(kind, { invite_expires_in_minutes: 5 });
      const seconds = (listed?.expiry_date ?? 0) - (listed?.invited ?? 0);
      expect(Math.round(seconds / 60)).toBe(5);
    },
  );

  test("the inviter is told of those who join by an e-mail, unless that is not wanted", async ({
    expect,
  }) => {
    for (const [options, isAnnounced] of [
      [{}, true],
      [{ notify_referrer_on_join: true }, true],
      [{ notify_referrer_on_join: false }, false],
    ] as const) {
      const { accept, listed } = await invite("e-mail", options);
      expect(listed).toMatchObject({ notify_referrer_on_join: isAnnounced });
      const before = (await world().mails()).length;
      await accept();
      const letters = (await world().mails()).slice(before);
      expect(letters.filter((mail) => mail.includes("To: owner@example.com\r\n"))).toHaveLength(
        isAnnounced ? 1 : 0,
      );
    }
  });

  test("an invitation link is refused with a welcome that is too long (docs/behaviour/api.md#refused-values)", async ({
    expect,
  }) => {
    const before = await world().request("owner", listInvites, {});
    const welcome_message_custom_text = "x".repeat(8001);
    await expect(
      world().request("owner", createInviteLink, { welcome_message_custom_text }),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "welcome_message_custom_text is too long (limit: 8000 characters)",
    });
    expect(await world().request("owner", listInvites, {})).toEqual(before);
  });
});
