import { archiveChannel, createChannel, updateChannel } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { sql } from "@team-chat/pg";
import { nextLook, useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "./people.ts";
import { refusalOf } from "./refusal-of.ts";
import { type Realm, World } from "./world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
  world().messages.refuse = null;
});

const id = (name: Person) => realm.people.id(name);
const mention = (name: Person) => `@_**${name}|${id(name)}**`;

/** Texts of what the notification bot has to say. */
async function said(work: () => Promise<unknown>): Promise<string[]> {
  return (await realm.notices(work)).map(({ content }) => content);
}

describe("a new channel (docs/behaviour/channels.md#notices)", () => {
  test("a new channel is described in itself, and its creator has read that", async ({
    expect,
  }) => {
    const notices = await realm.notices(() => realm.subscribe("alice", ["a"]));
    expect(notices).toMatchObject([
      {
        to: { kind: "channel", channelId: await realm.channelId("a"), topic: "channel events" },
        content: `**Public** channel created by ${mention("alice")}. **Description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\``,
        readBy: [id("alice")],
      },
    ]);
  });

  test.for([
    [{ is_web_public: true }, "**Web-public**"],
    [{ invite_only: true, history_public_to_subscribers: true }, "**Private, shared history**"],
    [{ invite_only: true }, "**Private, protected history**"],
  ] as const)(
    "the notice of a new channel says how private it is: %j",
    async ([given, privacy], { expect }) => {
      realm.people.configure({ enable_spectator_access: true });
      const [content] = await said(() =>
        realm.request("owner", createChannel, { name: "a", subscribers: [], ...given }),
      );
      expect(content).toMatch(new RegExp(`^${privacy.replaceAll("*", String.raw`\*`)} channel`));
    },
  );

  test("a new channel with only the empty topic is described there, and its notice quotes what has fences", async ({
    expect,
  }) => {
    const given = { name: "a", description: "a ````` b", subscribers: [] };
    const [notice] = await realm.notices(() =>
      realm.request("owner", createChannel, { ...given, topics_policy: "empty_topic_only" }),
    );
    expect(notice?.to).toMatchObject({ topic: "" });
    expect(notice?.content).toContain("`````` quote\na ````` b\n``````");
  });

  test("a new channel is announced only when asked for, where the organization wants it, unless it is private", async ({
    expect,
  }) => {
    await realm.subscribe("owner", ["news"]);
    const announcements = await realm.channelId("news");
    expect(await said(() => realm.subscribe("owner", ["a"], { announce: true }))).toHaveLength(1);
    realm.people.configure({ new_stream_announcements_stream_id: announcements });
    expect(await said(() => realm.subscribe("owner", ["b"]))).toHaveLength(1);
    const hidden = { announce: true, invite_only: true };
    expect(await said(() => realm.subscribe("owner", ["c"], hidden))).toHaveLength(1);
    const one = await realm.notices(() => realm.subscribe("owner", ["d"], { announce: true }));
    expect(one[1]).toMatchObject({
      to: { channelId: announcements, topic: "new channels" },
      content: `${mention("owner")} created a new channel #**d**.`,
    });
    const several = await said(() => realm.subscribe("owner", ["e", "f"], { announce: true }));
    expect(several[2]).toBe(`${mention("owner")} created new channels: #**e**, #**f**.`);
    const created = { name: "g", subscribers: [], announce: true };
    const single = await said(() => realm.request("owner", createChannel, created));
    expect(single[1]).toBe(`${mention("owner")} created a new channel #**g**.`);
  });
});

describe("whoever is subscribed by somebody else (docs/behaviour/channels.md#notices)", () => {
  beforeEach(async () => {
    await realm.subscribe("owner", ["a", "b"]);
  });

  test("people whom somebody else subscribes are told, but not bots, the actor, and of new channels", async ({
    expect,
  }) => {
    const principals = (["owner", "alice", "bob", "bot"] as const).map((name) => id(name));
    await realm.subscribe("bob", ["b"]);
    const notices = await realm.notices(() =>
      realm.subscribe("owner", ["a", "b", "new"], { principals }),
    );
    expect(notices.slice(1)).toMatchObject([
      {
        to: { kind: "users", userIds: [id("alice")] },
        content: `${mention("owner")} subscribed you to the following channels:\n\n* #**a**\n* #**b**`,
      },
      {
        to: { kind: "users", userIds: [id("bob")] },
        content: `${mention("owner")} subscribed you to #**a**.`,
      },
    ]);
  });

  test("people whom somebody else subscribes are not told when that is not wanted", async ({
    expect,
  }) => {
    const given = { principals: [id("alice")], send_new_subscription_messages: false };
    const notices = await realm.notices(async () => {
      const answer = await realm.subscribe("owner", ["a"], given);
      expect(answer).not.toHaveProperty("new_subscription_messages_sent");
    });
    expect(notices).toEqual([]);
  });

  test("people whom somebody else subscribes are not told when they are more than 100", async ({
    expect,
  }) => {
    const users = Array.from({ length: 101 }, () => realm.people.join({}));
    const [first, ...others] = users.map((user) => user.id);
    const notices = await realm.notices(async () => {
      const many = await realm.subscribe("owner", ["a"], { principals: [first ?? 0, ...others] });
      expect(many.new_subscription_messages_sent).toBe(false);
      const fewer = await realm.subscribe("owner", ["b"], { principals: others });
      expect(fewer.new_subscription_messages_sent).toBe(true);
    });
    expect(notices).toMatchObject([{ to: { userIds: others } }]);
  });
});

describe("a channel's change (docs/behaviour/channels.md#notices)", () => {
  let stream_id: number;
  beforeEach(async () => {
    await realm.subscribe("owner", ["a"]);
    stream_id = await realm.channelId("a");
  });

  test("the changes of a channel are told in it, by whom and from what to what, in their order", async ({
    expect,
  }) => {
    const given = {
      stream_id,
      is_private: true,
      message_retention_days: 10,
      description: "New",
      new_name: "b",
      can_send_message_group: { new: groupIds.readers },
    };
    const notices = await realm.notices(() => realm.request("owner", updateChannel, given));
    const who = mention("owner");
    expect(notices.map(({ content }) => content)).toEqual([
      `${who} changed the [access permissions](/help/channel-permissions) for this channel from **Public** to **Private, protected history**.`,
      `${who} changed the [message retention period](/help/message-retention-policy) for this channel from **Organization default** to **10 days**.`,
      `${who} changed the description for this channel.\n\n**Old description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\`\n\n**New description:**\n\`\`\`\` quote\nNew\n\`\`\`\``,
      `${who} renamed channel **a** to **b**.`,
      `${who} changed the [posting permissions](/help/channel-posting-policy) for this channel from @_*role:everyone* to @_*readers*.`,
    ]);
    const places = notices.map(({ to }) => to);
    const place = { kind: "channel", channelId: stream_id, topic: "channel events" };
    expect(places).toEqual(Array.from({ length: 5 }, () => place));
  });

  test("archiving and unarchiving are told in the channel, and what changes nothing is not", async ({
    expect,
  }) => {
    const notices = await said(async () => {
      await realm.request("owner", archiveChannel, { stream_id });
      await realm.request("owner", updateChannel, { stream_id, is_archived: false });
      await realm.request("owner", updateChannel, { stream_id, description: "" });
    });
    expect(notices).toEqual(["Channel #**a** has been archived.", "Channel #**a** un-archived."]);
  });

  test("a change of a channel that is refused is not told in it", async ({ expect }) => {
    const notices = await said(() =>
      refusalOf(realm.request("alice", updateChannel, { stream_id, new_name: "b" })),
    );
    expect(notices).toEqual([]);
  });
});

describe("a notice (docs/behaviour/channels.md#notices)", () => {
  test("a notice is sent once messages can be reached again, in order and once", async ({
    expect,
  }) => {
    world().messages.refuse = new AppError("SERVICE_UNAVAILABLE", "Not now.");
    const asked = world().messages.asked;
    const notices = await said(async () => {
      await realm.subscribe("owner", ["a"]);
      const stream_id = await realm.channelId("a");
      await realm.request("owner", updateChannel, { stream_id, new_name: "b" });
      while (world().messages.asked < asked + 2) await nextLook();
      world().messages.refuse = null;
    });
    expect(notices).toHaveLength(2);
    expect(notices[1]).toContain("renamed");
  });

  test("a notice that messages refuses for good does not hold up the others", async ({
    expect,
  }) => {
    world().messages.refuse = new AppError("STREAM_DOES_NOT_EXIST", "Gone.");
    expect(await said(() => realm.subscribe("owner", ["a"]))).toEqual([]);
    world().messages.refuse = null;
    expect(await said(() => realm.subscribe("owner", ["b"]))).toHaveLength(1);
  });

  test("a notice that a process left behind is sent by another", async ({ expect }) => {
    await realm.subscribe("owner", ["a"]);
    const to = { kind: "channel", channelId: await realm.channelId("a"), topic: "t" };
    // As if its process had died after the commit: nobody is told that it is there.
    const left = sql.unsafe`insert into notice (realm_id, target, content, read_by)
      values (${realm.id}, ${JSON.stringify(to)}::jsonb, 'left behind', '[]')`;
    expect(await said(() => world().db.query(left))).toEqual(["left behind"]);
  });
});
