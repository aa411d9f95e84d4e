import type { DomainEvent, WideMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { Devices, other, reader, readEvent } from "./devices.ts";
import { listener, Mailings } from "./mailings.ts";
import { channelMessage, directMessage, editOf, eventOf } from "./messages.ts";
import { human } from "./peers.ts";

type EditFacts = Parameters<typeof editOf>[1];

describe("pushes to those whom an edit mentions (docs/behaviour/notifications.md#mentions-by-edits)", () => {
  const devices = useWorld(() => Devices.open());

  afterEach(() => devices().clear());

  const now = () => Math.floor(devices().world.now / 1000);
  const message = (fields: Partial<WideMessage> = {}) =>
    channelMessage({ id: 1, timestamp: now(), ...fields });
  const got = () => devices().service.summary();

  async function happens(...events: readonly DomainEvent[]): Promise<void> {
    await devices().world.publish(...events);
    await devices().world.settle();
  }

  const edited = (facts: EditFacts, fields: Partial<WideMessage> = {}) =>
    happens(editOf(message(fields), { receivers: [reader, other], ...facts }));

  async function open(): Promise<void> {
    await devices().has(reader, "phone");
    await devices().has(other, "laptop");
    devices().world.peers.listeners.push(listener(reader), listener(other));
  }

  test("an edit notifies those alone whom it mentions and the message did not mention before", async ({
    expect,
  }) => {
    await open();
    await happens(eventOf(message(), { receivers: [reader, other], mentions: [other] }));
    await edited(
      { mentions: [reader, other], before: [other] },
      { rendered_content: "<p>Now you</p>" },
    );
    expect(got()).toEqual(["laptop: message 1", "phone: message 1"]);
    expect(devices().service.pushed.at(-1)?.content).toMatchObject({ body: "Now you" });
    await edited({ mentions: [reader, other], before: [reader, other] });
    await edited({ flags: { "*": ["stream_wildcard_mentioned"] }, before: true });
    expect(got()).toHaveLength(2);
  });

  test("an edit that mentions everybody notifies those whom the message did not mention before", async ({
    expect,
  }) => {
    await open();
    const flags = { "*": ["stream_wildcard_mentioned"] };
    await edited({ flags, before: [other] });
    expect(got()).toEqual(["phone: message 1"]);
  });

  test("an edit notifies nobody of what they have read, or have heard of already", async ({
    expect,
  }) => {
    await open();
    const { listeners } = devices().world.peers;
    await edited({ mentions: [reader], flags: { [reader]: ["read", "mentioned"] } });
    listeners.splice(0, 2, listener(reader, { policy: 3 }), listener(other, { emails: true }));
    await edited({ mentions: [reader, other] });
    const direct = directMessage([reader], { id: 2, timestamp: now() });
    await happens(editOf(direct, { receivers: [reader], mentions: [reader] }));
    await happens(
      editOf(message({ timestamp: now() - 50_000 }), { receivers: [reader], mentions: [reader] }),
    );
    expect(got()).toEqual([]);
  });

  test("an edit that does not mention somebody any more takes the notification back, one that does again brings it", async ({
    expect,
  }) => {
    await open();
    await happens(eventOf(message(), { receivers: [reader, other], mentions: [reader] }));
    await edited({ before: [reader] });
    await edited({ mentions: [reader] });
    expect(got()).toEqual(["phone: message 1", "phone: close 1", "phone: message 1"]);
    await happens(readEvent(reader, [1]));
    expect(got().at(-1)).toBe("phone: close 1");
  });

  test("an edit takes nothing back from those who are notified of the topic anyhow", async ({
    expect,
  }) => {
    await open();
    devices().world.peers.listeners.splice(0, 1, listener(reader, { policy: 3 }));
    await happens(eventOf(message(), { receivers: [reader, other], mentions: [reader, other] }));
    await edited({ before: [reader, other] });
    expect(got().toSorted()).toEqual(["laptop: close 1", "laptop: message 1", "phone: message 1"]);
  });

  test("an edit notifies somebody of a message of last week", async ({ expect }) => {
    await open();
    const old = message({ timestamp: now() - 7 * 86_400 });
    const event = editOf(old, { receivers: [reader], mentions: [reader] });
    await happens({ ...event, event: { ...event.event, edit_timestamp: now() } });
    expect(got()).toEqual(["phone: message 1"]);
  });
});

describe("e-mail to those whom an edit mentions (docs/behaviour/notifications.md#mentions-by-edits)", () => {
  const mailings = useWorld(() => Mailings.open());

  afterEach(() => mailings().clear());

  async function edited(facts: EditFacts): Promise<void> {
    const timestamp = Math.floor(mailings().world.now / 1000);
    const event = editOf(channelMessage({ id: 1, timestamp }), {
      receivers: [reader, other],
      ...facts,
    });
    await mailings().publishes([event]);
  }

  const open = async (mentions: readonly number[] = []) => {
    mailings().world.peers.listeners.push(listener(reader), listener(other));
    await mailings().sends([channelMessage({ id: 1 })], { mentions });
  };
  const pass = () => mailings().world.pass(3_600_000);

  test("whoever is mentioned by an edit alone gets e-mail, once", async ({ expect }) => {
    await open();
    await edited({ mentions: [reader] });
    await edited({ mentions: [reader], before: [reader] });
    await pass();
    await edited({ mentions: [reader], before: [] });
    await pass();
    expect(mailings().mailed()).toEqual(["11: 1"]);
    expect(mailings().world.peers.mailed[0]?.conversations[0]?.reasons).toEqual(["personal"]);
  });

  test("whoever an edit does not mention any more gets no e-mail, unless of the topic, and does when mentioned again", async ({
    expect,
  }) => {
    mailings().world.peers.has({ ...human(other), settings: {} });
    await open([reader, other]);
    mailings().world.peers.listeners.splice(1, 1, listener(other, { policy: 3 }));
    await edited({ before: [reader, other] });
    expect(await mailings().world.missed()).toBe(1);
    await pass();
    expect(mailings().mailed()).toEqual(["12: 1"]);
    await edited({ mentions: [reader] });
    await pass();
    expect(mailings().mailed()).toEqual(["12: 1", "11: 1"]);
  });

  test("mentions that come and go within a moment leave no e-mail", async ({ expect }) => {
    await open();
    const timestamp = Math.floor(mailings().world.now / 1000);
    const message = channelMessage({ id: 1, timestamp });
    const receivers = [reader, other];
    await mailings().publishes([
      editOf(message, { receivers, mentions: [reader, other] }),
      editOf(message, { receivers, before: [reader, other] }),
      editOf(message, { receivers, mentions: [other] }),
    ]);
    await pass();
    expect(mailings().mailed()).toEqual(["12: 1"]);
  });
});
