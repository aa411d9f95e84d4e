import type { DomainEvent } from "@team-chat/contract";
import { describe, test } from "vitest";

import { entryOf } from "../stream/entry.ts";
import { renderEvent } from "./render-event.ts";
import type { RenderOptions } from "./renderer.ts";

const oldClient: RenderOptions = {
  applyMarkdown: false,
  capabilities: {},
  clientGravatar: true,
  emptyTopicName: "general chat",
  eventTypes: null,
  includeSubscribers: false,
  slimPresence: false,
};
const newClient: RenderOptions = {
  ...oldClient,
  clientGravatar: false,
  includeSubscribers: true,
  capabilities: {
    archived_channels: true,
    empty_topic_name: true,
    linkifier_url_template: true,
    notification_settings_null: true,
  },
};

/** Renders one event for all clients from the same entry, so that a wrongly shared text is seen. */
function rendered(
  domain: Omit<DomainEvent, "audience">,
  ...clients: readonly RenderOptions[]
): unknown[] {
  const bundle = {
    service: "channels",
    realm: 1,
    xid: "7",
    events: [{ ...domain, audience: { to: "everyone" as const } }],
  };
  const [event] = entryOf(bundle, 1, 1).events;
  if (!event) throw new Error("There is no event.");
  return clients.map((options) =>
    renderEvent(event, options).map((text) => JSON.parse(`${text}}`) as unknown),
  );
}

describe("stream", () => {
  const open = { stream_id: 1, name: "open", is_archived: false };
  const old = { stream_id: 2, name: "old", is_archived: true };
  const archived = {
    type: "stream",
    op: "update",
    stream_id: 1,
    name: "open",
    property: "is_archived",
  };

  test("an event of new channels leaves archived channels out for clients that do not know them", ({
    expect,
  }) => {
    const event = { type: "stream", op: "create", streams: [open, old] };
    const [announced, known] = rendered({ event }, oldClient, newClient);
    expect(announced).toEqual([{ ...event, streams: [open] }]);
    expect(known).toEqual([event]);
  });

  test("creating archived channels says nothing to clients that do not know them", ({ expect }) => {
    const event = { type: "stream", op: "create", streams: [old] };
    expect(rendered({ event }, oldClient)).toEqual([[]]);
  });

  test("archiving is the end of the channel for those clients", ({ expect }) => {
    const event = { ...archived, value: true };
    const [announced, known] = rendered({ event }, oldClient, newClient);
    expect(announced).toEqual([
      { type: "stream", op: "delete", streams: [{ stream_id: 1 }], stream_ids: [1] },
    ]);
    expect(known).toEqual([event]);
  });

  test("taking a channel back makes it new to those clients", ({ expect }) => {
    const event = { ...archived, value: false };
    const [announced, known] = rendered(
      { event, internal: { unarchived: open } },
      oldClient,
      newClient,
    );
    expect(announced).toEqual([{ type: "stream", op: "create", streams: [open] }]);
    expect(known).toEqual([event]);
  });

  test("whoever did not know the channel hears again who is in it, nobody else", ({ expect }) => {
    const event = { type: "subscription", op: "peer_add", stream_ids: [1], user_ids: [2] };
    const internal = { without_capability: "archived_channels" };
    expect(rendered({ event, internal }, oldClient, newClient)).toEqual([[event], []]);
  });

  test("other changes look the same to everybody", ({ expect }) => {
    const event = { ...archived, property: "name", value: "wide open" };
    expect(rendered({ event }, oldClient, newClient)).toEqual([[event], [event]]);
  });
});

describe("subscription add", () => {
  const subscription = {
    stream_id: 1,
    is_archived: false,
    desktop_notifications: null,
    email_notifications: false,
    push_notifications: null,
    audible_notifications: true,
    wildcard_mentions_notify: null,
    subscribers: [4, 5],
  };
  const event = { type: "subscription", op: "add", subscriptions: [subscription] };
  const internal = {
    notification_defaults: {
      desktop_notifications: true,
      email_notifications: true,
      push_notifications: false,
      audible_notifications: false,
    },
  };

  test("a new subscription is told in full to clients that know everything", ({ expect }) => {
    expect(rendered({ event, internal }, newClient)).toEqual([[event]]);
  });

  test("a new subscription tells the user's defaults instead of null, but for wildcard mentions", ({
    expect,
  }) => {
    const options = { ...oldClient, includeSubscribers: true };
    expect(rendered({ event, internal }, options)).toEqual([
      [
        {
          ...event,
          subscriptions: [
            { ...subscription, desktop_notifications: true, push_notifications: false },
          ],
        },
      ],
    ]);
  });

  test("a new subscription lists subscribers only when they were asked for", ({ expect }) => {
    const options = { ...newClient, includeSubscribers: false };
    const { subscribers: _, ...bare } = subscription;
    expect(rendered({ event, internal }, options, newClient)).toEqual([
      [{ ...event, subscriptions: [bare] }],
      [event],
    ]);
  });

  test("a new subscription to an archived channel is kept from clients that do not know them", ({
    expect,
  }) => {
    const archived = { ...subscription, stream_id: 2, is_archived: true };
    const both = { ...event, subscriptions: [subscription, archived] };
    const [announced] = rendered({ event: both, internal }, oldClient);
    expect(announced).toMatchObject([{ subscriptions: [{ stream_id: 1 }] }]);
    const only = { ...event, subscriptions: [archived] };
    expect(rendered({ event: only, internal }, oldClient, newClient)).toEqual([[], [only]]);
  });

  test("other operations look the same to everybody", ({ expect }) => {
    const peers = { type: "subscription", op: "peer_add", stream_ids: [1], user_ids: [4] };
    expect(rendered({ event: peers }, oldClient, newClient)).toEqual([[peers], [peers]]);
  });
});

test("realm_linkifiers is for clients that understand URL templates", ({ expect }) => {
  const event = { type: "realm_linkifiers", realm_linkifiers: [] };
  expect(rendered({ event }, oldClient, newClient)).toEqual([[], [event]]);
});

test("older events of settings are for clients without user_settings_object", ({ expect }) => {
  for (const type of ["update_display_settings", "update_global_notifications"]) {
    const event = { type, user: "a@example.com", setting: true };
    const knowing = { ...newClient, capabilities: { user_settings_object: true } };
    expect(rendered({ event }, oldClient, knowing)).toEqual([[event], []]);
  }
});

test("presence is told in three forms (docs/behaviour/events.md#client-capabilities)", ({
  expect,
}) => {
  const website = { client: "website", status: "active", timestamp: 5, pushable: false };
  const event = {
    type: "presence",
    user_id: 4,
    email: "a@example.com",
    server_timestamp: 5.5,
    presence: { website },
  };
  const internal = { active_timestamp: 5, idle_timestamp: 6 };
  const slim = { ...oldClient, slimPresence: true };
  const modern = { ...slim, capabilities: { simplified_presence_events: true } };
  const { email: _, ...withoutEmail } = event;
  expect(rendered({ event, internal }, oldClient, slim, modern)).toEqual([
    [event],
    [withoutEmail],
    [{ type: "presence", presences: { 4: internal } }],
  ]);
});

describe("topic preferences", () => {
  const userTopic = {
    type: "user_topic",
    stream_id: 1,
    topic_name: "",
    last_updated: 5,
    visibility_policy: 1,
  };
  const mutedTopics = { type: "muted_topics", muted_topics: [["open", "", 5]] };

  test("user_topic names the empty topic for clients that do not know it", ({ expect }) => {
    expect(rendered({ event: userTopic }, oldClient, newClient)).toEqual([
      [{ ...userTopic, topic_name: "general chat" }],
      [userTopic],
    ]);
  });

  test("muted_topics is for queues that ask for it and not for user_topic", ({ expect }) => {
    const both = { ...oldClient, eventTypes: ["muted_topics", "user_topic"] };
    const alone = { ...oldClient, eventTypes: ["muted_topics"] };
    expect(rendered({ event: mutedTopics }, oldClient, both, alone)).toEqual([
      [],
      [],
      [{ ...mutedTopics, muted_topics: [["open", "general chat", 5]] }],
    ]);
  });
});

describe("update_message_flags", () => {
  test("update_message_flags names the empty topic of unread messages for clients that do not know it", ({
    expect,
  }) => {
    const event = {
      type: "update_message_flags",
      op: "remove",
      message_details: {
        7: { type: "stream", stream_id: 1, topic: "" },
        8: { type: "private", user_ids: [4] },
      },
    };
    const named = { ...event.message_details[7], topic: "general chat" };
    expect(rendered({ event }, oldClient, newClient)).toEqual([
      [{ ...event, message_details: { ...event.message_details, 7: named } }],
      [event],
    ]);
  });

  test("update_message_flags without details looks the same to everybody", ({ expect }) => {
    const event = { type: "update_message_flags", op: "add", messages: [7] };
    expect(rendered({ event }, oldClient, newClient)).toEqual([[event], [event]]);
  });
});

describe("user_group", () => {
  const about = { type: "user_group", group_id: 5 };
  const deactivated = { ...about, op: "update", data: { deactivated: true } };
  const knows = { ...newClient, capabilities: { include_deactivated_groups: true } };

  test("deactivating is the end of the group for clients that do not know the state", ({
    expect,
  }) => {
    expect(rendered({ event: deactivated }, oldClient, knows)).toEqual([
      [{ ...about, op: "remove" }],
      [deactivated],
    ]);
  });

  test("taking a group back makes it new to those clients", ({ expect }) => {
    const event = { ...about, op: "update", data: { deactivated: false } };
    const group = { id: 5, name: "back", deactivated: false };
    const internal = { reactivated_group: group };
    expect(rendered({ event, internal }, oldClient, knows)).toEqual([
      [{ type: "user_group", op: "add", group }],
      [event],
    ]);
  });

  test("changes of deactivated groups are kept from clients that do not know them", ({
    expect,
  }) => {
    const event = { ...about, op: "add_members", user_ids: [4] };
    const internal = { deactivated_group: true };
    expect(rendered({ event, internal }, oldClient, knows)).toEqual([[], [event]]);
    expect(rendered({ event }, oldClient, knows)).toEqual([[event], [event]]);
  });
});
