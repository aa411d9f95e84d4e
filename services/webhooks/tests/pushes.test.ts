import type { DomainEvent, TopicListener, WideMessage } from "@team-chat/contract";
import { pushStatus, useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { deletedEvent, Devices, other, reader, readEvent, writer } from "./devices.ts";
import { channelMessage, directMessage, eventOf } from "./messages.ts";
import { human } from "./peers.ts";

const devices = useWorld(() => Devices.open());

afterEach(() => devices().clear());

const now = () => Math.floor(devices().world.now / 1000);
const direct = (id: number, fields: Partial<WideMessage> = {}) =>
  eventOf(directMessage([reader], { id, timestamp: now(), ...fields }), { receivers: [reader] });
const inChannel = (id: number, facts: Parameters<typeof eventOf>[1] = {}) =>
  eventOf(channelMessage({ id, timestamp: now() }), { receivers: [reader, other], ...facts });
const listener = (userId: number, wants: Partial<TopicListener> = {}): TopicListener => ({
  userId,
  isMuted: false,
  pushes: null,
  emails: null,
  wildcards: null,
  policy: 0,
  ...wants,
});

/** Publishes a bundle and waits until everything that follows from it has happened. */
async function happens(...events: readonly DomainEvent[]): Promise<void> {
  await devices().world.publish(...events);
  await devices().world.settle();
}

const pass = (ms: number) => devices().world.pass(ms);
const got = () => devices().service.summary();

describe("who is notified (docs/behaviour/notifications.md#who-is-notified)", () => {
  test("a direct message is pushed to every device of its receiver, and to none of its sender", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    await devices().has(reader, "laptop");
    await devices().has(writer, "own");
    await devices().has(other, "stranger");
    await happens(direct(1));
    expect(got().toSorted()).toEqual(["laptop: message 1", "phone: message 1"]);
  });

  test("a message that its receiver finds read notifies nobody, as when the sender is muted", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    await happens({ ...direct(1), flags: { [reader]: ["read"] } });
    expect(got()).toEqual([]);
  });

  test("a channel's message is pushed to those mentioned, following the topic, or with the channel pushed", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    await devices().has(other, "laptop");
    devices().world.peers.listeners.push(listener(reader), listener(other));
    await happens(inChannel(1));
    expect(got()).toEqual([]);
    await happens(inChannel(2, { mentions: [reader] }));
    await happens(inChannel(3, { flags: { "*": ["stream_wildcard_mentioned"] } }));
    expect(got().toSorted()).toEqual(["laptop: message 3", "phone: message 2", "phone: message 3"]);
    const { listeners } = devices().world.peers;
    listeners.splice(0, 2, listener(reader, { policy: 3 }), listener(other, { pushes: true }));
    await happens(inChannel(4));
    expect(got().slice(3).toSorted()).toEqual(["laptop: message 4", "phone: message 4"]);
  });

  test("people who have all channels pushed are notified, unless not subscribed any more", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    const settings = { enable_stream_push_notifications: true };
    devices().world.peers.has({ ...human(reader), settings });
    await happens(inChannel(1));
    expect(got()).toEqual([]);
    devices().world.peers.listeners.push(listener(reader));
    await happens(inChannel(2));
    expect(got()).toEqual(["phone: message 2"]);
  });

  test("people who are present are left alone when they have notifications while present switched off", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    const settings = { enable_online_push_notifications: false };
    devices().world.peers.has({ ...human(reader), settings });
    devices().world.peers.present.push(reader);
    await happens(direct(1));
    expect(got()).toEqual([]);
    devices().world.peers.present.length = 0;
    await happens(direct(2));
    expect(got()).toEqual(["phone: message 2"]);
  });

  test("a message of half a day ago is no news any more", async ({ expect }) => {
    await devices().has(reader, "phone");
    await happens(direct(1, { timestamp: now() - 50_000 }));
    expect(got()).toEqual([]);
  });
});

describe("what is pushed (docs/behaviour/notifications.md#what-a-notification-says)", () => {
  test("a notification names sender and place, says the message as text, and leads to it", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    devices().world.peers.listeners.push(listener(reader));
    await happens(inChannel(7, { mentions: [reader] }));
    const [pushed] = devices().service.pushed;
    expect(pushed?.content).toEqual({
      type: "message",
      conversation: "77/lunch",
      message_id: 7,
      title: "User 10 (#general > lunch)",
      body: "@Bot 20 hungry?",
      url: "/#narrow/channel/9/topic/lunch/near/7",
      timestamp: now(),
    });
    expect(pushed?.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "43200",
      urgency: "high",
      topic: expect.stringMatching(/^[\w-]{32}$/),
      authorization: expect.stringMatching(/^vapid t=.+, k=.+$/),
    });
  });

  test("a direct message says nothing of itself when its receiver does not want that", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    const settings = { pm_content_in_desktop_notifications: false };
    devices().world.peers.has({ ...human(reader), settings });
    await happens(direct(1));
    expect(devices().service.pushed[0]?.content).toMatchObject({ title: "User 10", body: "" });
  });

  test("the longest names and message stay below what push services take", async ({ expect }) => {
    await devices().has(reader, "phone");
    devices().world.peers.listeners.push(listener(reader));
    const message = channelMessage({
      id: 1,
      timestamp: now(),
      sender_full_name: "🦀".repeat(100),
      display_recipient: "🦀".repeat(60),
      subject: "🦀".repeat(60),
      rendered_content: `<p>${"🦀".repeat(10_000)}</p>`,
    });
    await happens(eventOf(message, { receivers: [reader], mentions: [reader] }));
    expect(devices().service.pushed[0]?.bytes).toBeLessThanOrEqual(4096);
  });
});

describe("what was read elsewhere (docs/behaviour/notifications.md#taken-back)", () => {
  test("a notification is closed, once for its conversation, when its message is read", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    await happens(direct(1));
    await happens(direct(2));
    await happens(readEvent(reader, [1]));
    expect(got()).toEqual(["phone: message 1", "phone: message 2"]);
    await happens(readEvent(reader, [2]));
    await happens(readEvent(reader, [2]), readEvent(other, [2]));
    expect(got().slice(2)).toEqual(["phone: close 2"]);
  });

  test("everything is closed when all is read, and a deleted message for everybody", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    await happens(direct(1));
    await happens(readEvent(reader, []));
    await happens(direct(2));
    await happens(deletedEvent([writer, reader], [2]));
    expect(got()).toEqual([
      "phone: message 1",
      "phone: close 1",
      "phone: message 2",
      "phone: close 2",
    ]);
  });

  test("what is read before the first try is never pushed", async ({ expect }) => {
    await devices().has(reader, "phone");
    await happens(direct(1), readEvent(reader, [1]));
    expect(got()).toEqual([]);
    expect(await devices().world.pushes()).toEqual(["done"]);
  });

  test("what is read while it is being pushed is closed behind it", async ({ expect }) => {
    await devices().has(reader, "phone");
    const { promise: read, resolve: isRead } = Promise.withResolvers<undefined>();
    devices().service.plays((response) => {
      void read.then(() => response.writeHead(201).end());
    });
    await devices().world.publish(direct(1));
    await devices().service.hasGot(1);
    await devices().world.publish(readEvent(reader, [1]));
    await devices().world.handled();
    isRead(undefined);
    await devices().world.settle();
    await devices().world.settle();
    expect(got()).toEqual(["phone: message 1", "phone: close 1"]);
  });
});

describe("a push service in trouble (docs/behaviour/notifications.md#tries)", () => {
  test("a push that is not taken is tried again, what else waits for the device with it", async ({
    expect,
  }) => {
    await devices().has(reader, "phone");
    devices().service.plays(pushStatus(503));
    await happens(direct(1), direct(2));
    expect(got()).toEqual(["phone: message 1"]);
    devices().service.playsWell();
    await pass(4000);
    expect(got()).toHaveLength(1);
    await pass(2000);
    expect(got()).toEqual(["phone: message 1", "phone: message 1", "phone: message 2"]);
    expect(await devices().world.pushes()).toEqual(["shown", "shown"]);
  });

  test("a push service says itself when it wants the next try", async ({ expect }) => {
    await devices().has(reader, "phone");
    devices().service.plays(pushStatus(429, { "retry-after": "60" }));
    await happens(direct(1));
    devices().service.playsWell();
    await pass(50_000);
    expect(got()).toHaveLength(1);
    await pass(10_000);
    expect(got()).toHaveLength(2);
  });

  test("a push is given up after half a day, and a refused one at once", async ({ expect }) => {
    await devices().has(reader, "phone");
    devices().service.plays(pushStatus(500));
    await happens(direct(1));
    for (let hours = 0; hours < 13; hours += 1) await pass(3_600_000);
    const tries = got().length;
    await pass(36_000_000);
    expect(got()).toHaveLength(tries);
    devices().service.plays(pushStatus(400));
    await happens(direct(2));
    expect(await devices().world.pushes()).toEqual(["failed", "failed"]);
  });

  test("a subscription that its push service has ended is forgotten with what waits for it", async ({
    expect,
  }) => {
    for (const code of [404, 410]) {
      await devices().has(reader, "phone");
      devices().service.plays(pushStatus(code));
      await happens(direct(code), direct(code + 1));
      expect((await devices().list(reader)).subscriptions).toEqual([]);
      expect(await devices().world.pushes()).toEqual([]);
    }
    expect(got()).toHaveLength(2);
  });
});
