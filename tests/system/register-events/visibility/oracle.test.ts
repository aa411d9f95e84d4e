import { describe, test } from "vitest";

import type { Belongings } from "../belongings.ts";
import { kindsOfContract } from "../client-event.ts";
import type { Row } from "../state.ts";
import { mayHear, type Truth, truthOf } from "./visibility.ts";

const user = (id: number, role: number) => ({
  id,
  email: `user${id}@example.com`,
  deliveryEmail: `user${id}@example.com`,
  fullName: `User ${id}`,
  role,
  isActive: true,
  isBot: false,
  isSystemBot: false,
  botType: null,
  botOwnerId: null,
  dateJoined: 0,
  avatarUrl: "",
  defaultSendingChannelId: null,
  joinsDefaultChannels: true,
  avatarIsGravatar: false,
  emailVisibility: 3,
  settings: {},
  webhook: null,
});
const group = (id: number) => ({
  id,
  name: `group ${id}`,
  description: "",
  isSystem: false,
  deactivated: false,
  members: [],
  subgroups: [],
  settings: {},
});
const [admin, member, stranger, guest] = [1, 2, 3, 4];
const channel = (id: number, isPrivate: boolean) => ({
  id,
  name: `channel ${id}`,
  isPrivate,
  isWebPublic: false,
  isArchived: false,
  historyPublicToSubscribers: true,
  topicsPolicy: "inherit" as const,
  messageRetentionDays: null,
  creatorId: null,
  firstMessageId: 1,
  isRecentlyActive: true,
  permissions: { can_subscribe_group: 99 },
});
const truth: Truth = truthOf(
  {
    version: 1,
    realm: null,
    users: [user(admin, 200), user(member, 400), user(stranger, 400), user(guest, 600)],
    groups: [group(99)],
  },
  {
    version: 1,
    channels: [channel(10, true), channel(11, false)],
    memberships: [{ channelId: 10, userId: member, active: true, muted: false, version: 1 }],
    topicPolicies: [],
  },
);

const nothing: Belongings = { files: new Map(), inviters: new Set() };

/** Lists all users who may get the event. */
function hearers(event: Row, actorId = member, belongings = nothing): number[] {
  const recipients = new Map([[5, [{ channelId: 10 }]]]);
  return [admin, member, stranger, guest].filter((userId) =>
    mayHear(truth, {
      event,
      hearer: { userId, allPublic: false },
      actorId,
      recipients,
      belongings,
    }),
  );
}

describe("the oracle of who may hear what (docs/behaviour/channels.md#access)", () => {
  test("the oracle keeps private channels from all but subscribers, and their names from non-administrators", ({
    expect,
  }) => {
    const message = { id: 5, type: "stream", stream_id: 10 };
    expect(hearers({ type: "message", message })).toEqual([member]);
    expect(hearers({ type: "reaction", op: "add", message_id: 5 })).toEqual([member]);
    expect(hearers({ type: "reaction", op: "add", message_id: 6 })).toEqual([]);
    expect(hearers({ type: "stream", op: "delete", stream_ids: [10] })).toEqual([admin, member]);
    expect(hearers({ type: "stream", op: "create", streams: [{ stream_id: 11 }] })).toEqual([
      admin,
      member,
      stranger,
    ]);
  });

  test("the oracle keeps what is personal, hidden or of elsewhere from others", ({ expect }) => {
    expect(hearers({ type: "drafts", op: "add", drafts: [] })).toEqual([member]);
    const address = { user_id: stranger, delivery_email: "user3@example.com" };
    expect(hearers({ type: "realm_user", op: "update", person: address })).toEqual([
      admin,
      stranger,
    ]);
    const bot = { type: "realm_bot", op: "update", bot: { user_id: 9 } };
    expect(hearers(bot)).toEqual([admin]);
    expect(hearers({ type: "realm_user", op: "update", person: { user_id: 77 } })).toEqual([]);
    const direct = { id: 6, type: "private", display_recipient: [{ id: guest }, { id: stranger }] };
    expect(hearers({ type: "message", message: direct })).toEqual([stranger, guest]);
  });

  test("the oracle keeps from guests who somebody is with whom they have nothing to do", ({
    expect,
  }) => {
    const limited: Truth = {
      ...truth,
      limitsGuests: true,
      members: new Set([`11:${guest}`, `11:${member}`]),
    };
    const hears = (event: Row, people: number[] = []) => {
      const recipients = new Map([[5, [{ channelId: 11 }, { userIds: people }]]]);
      const hearer = { userId: guest, allPublic: false };
      const who = { hearer, actorId: admin, belongings: nothing };
      return mayHear(limited, { event, recipients, ...who });
    };
    const renamed = (userId: number) => ({
      type: "realm_user",
      op: "update",
      person: { user_id: userId, full_name: "New" },
    });
    expect([member, guest, stranger].map((id) => hears(renamed(id)))).toEqual([true, true, false]);
    expect(hears(renamed(stranger), [stranger, guest])).toBe(true);
    const added = { user_id: stranger, full_name: "Three" };
    expect(hears({ type: "realm_user", op: "add", person: added })).toBe(false);
    const unknown = { user_id: stranger, full_name: "Unknown user" };
    expect(hears({ type: "realm_user", op: "add", person: unknown })).toBe(true);
    expect(hears({ type: "realm_user", op: "remove", person: unknown })).toBe(true);
    expect(hears({ type: "user_status", user_id: stranger })).toBe(false);
    expect(hears({ type: "presence", presences: { [stranger]: {} } })).toBe(false);
    expect(hears({ type: "typing", sender: { user_id: stranger } })).toBe(false);
    const message = { id: 5, type: "stream", stream_id: 11, sender_id: stranger };
    const sent = (name: string) => ({
      type: "message",
      message: { ...message, sender_full_name: name },
    });
    expect([sent("Three"), sent("Unknown user")].map((event) => hears(event))).toEqual([
      false,
      true,
    ]);
    const reacted = { type: "reaction", op: "add", message_id: 5 };
    expect(hears({ ...reacted, user: added })).toBe(false);
    expect(hears({ ...reacted, user: unknown })).toBe(true);
    expect(hears({ ...reacted, user: { user_id: member, full_name: "Two" } })).toBe(true);
  });

  // See docs/behaviour/messages.md#typing.
  test("the oracle tells typing to the people of a conversation, and in a channel to its subscribers", ({
    expect,
  }) => {
    const direct = {
      message_type: "direct",
      sender: { user_id: member },
      recipients: [{ user_id: guest }, { user_id: member }],
    };
    expect(hearers({ type: "typing", op: "start", ...direct })).toEqual([member, guest]);
    const sender = { user_id: member };
    const channelTyping = { message_type: "stream", stream_id: 10, topic: "lunch", sender };
    expect(hearers({ type: "typing", op: "stop", ...channelTyping })).toEqual([member]);
    const open = { ...channelTyping, stream_id: 11 };
    expect(hearers({ type: "typing", op: "start", ...open })).toEqual([]);
  });

  test("the oracle tells of presence, status and groups of the own organization alone", ({
    expect,
  }) => {
    const everybody = [admin, member, stranger, guest];
    const about = (userId: number) => [
      { type: "presence", user_id: userId, presence: {} },
      { type: "presence", presences: { [userId]: {} } },
      { type: "user_status", user_id: userId, status_text: "here" },
      { type: "user_group", op: "add_members", group_id: 99, user_ids: [userId] },
    ];
    for (const event of about(member)) expect(hearers(event)).toEqual(everybody);
    for (const event of about(77)) expect(hearers(event)).toEqual([]);
    const elsewhere = { type: "user_group", op: "add_subgroups", direct_subgroup_ids: [98] };
    expect(hearers({ ...elsewhere, group_id: 99 })).toEqual([]);
    expect(hearers({ type: "user_group", op: "remove", group_id: 98 })).toEqual([]);
    expect(hearers({ type: "default_streams", default_streams: [11] })).toEqual([
      admin,
      member,
      stranger,
    ]);
    expect(hearers({ type: "reminders", op: "remove", reminder_id: 1 })).toEqual([member]);
  });

  // See docs/behaviour/events.md#message-events.
  test("the oracle tells of a file its owner, and of invitations administrators and those who made some", ({
    expect,
  }) => {
    const belongings: Belongings = { files: new Map(), inviters: new Set([stranger]) };
    const file = (op: string) => ({ type: "attachment", op, attachment: { id: 3 } });
    // What nobody uploaded is nobody's.
    expect(hearers(file("update"), member, belongings)).toEqual([]);
    expect(hearers(file("add"), member, belongings)).toEqual([member]);
    for (const op of ["update", "remove"])
      expect(hearers(file(op), admin, belongings)).toEqual([member]);
    expect(hearers({ type: "invites_changed" }, stranger, belongings)).toEqual([admin, stranger]);
    expect(hearers({ type: "invites_changed" }, stranger)).toEqual([admin]);
  });

  // See docs/behaviour/subscriptions.md#older-list-of-muted-topics.
  test("the oracle tells of muted topics only where the channel may be known", ({ expect }) => {
    const muted = (name: string) => ({ type: "muted_topics", muted_topics: [[name, "lunch", 1]] });
    expect(hearers(muted("channel 10"))).toEqual([admin, member]);
    expect(hearers(muted("channel 11"))).toEqual([admin, member, stranger]);
    expect(hearers({ type: "muted_topics", muted_topics: [] })).toEqual([1, 2, 3, 4]);
  });

  test.for([
    "device",
    "drafts",
    "scheduled_messages",
    "reminders",
    "saved_snippets",
    "navigation_view",
  ])("the oracle keeps %s from everybody but whose they are", (type, { expect }) => {
    expect(hearers({ type, op: "add" }, stranger)).toEqual([stranger]);
  });

  test("the oracle has an opinion of every type of event that there is", ({ expect }) => {
    const types = new Set(kindsOfContract().map((kind) => kind.split(" ")[0] ?? ""));
    const judged = (type: string) => () =>
      hearers({
        type,
        attachment: { id: 0 },
        bot: {},
        person: {},
        sender: {},
        muted_topics: [],
        message: {},
      });
    for (const type of types) expect(judged(type), type).not.toThrow();
    expect(judged("whatever")).toThrow("Nothing is known");
  });
});
