import type { WideMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { listener, Mailings, other, reader, writer } from "./mailings.ts";
import { channelMessage, directMessage, eventOf } from "./messages.ts";
import { bot, human } from "./peers.ts";

const mailings = useWorld(() => Mailings.open());
const minuteMs = 60_000;
const hourMs = 3_600_000;

afterEach(() => mailings().clear());

const sends: Mailings["sends"] = (...given) => mailings().sends(...given);
const publishes: Mailings["publishes"] = (events) => mailings().publishes(events);
const direct = (id: number, fields: Partial<WideMessage> = {}) =>
  directMessage([reader], { id, recipient_id: 78, ...fields });
const sendsDirect = (...ids: readonly number[]) =>
  sends(
    ids.map((id) => direct(id)),
    { receivers: [reader] },
  );
const inChannel = (id: number, facts?: Parameters<Mailings["sends"]>[1]) =>
  sends([channelMessage({ id })], facts);
const pass = (ms: number) => mailings().world.pass(ms);
const got = () => mailings().mailed();
const has = (id: number, settings: Record<string, unknown>) =>
  mailings().world.peers.has({ ...human(id), settings });

describe("who gets e-mail (docs/behaviour/mail.md#missed-messages)", () => {
  test("nobody gets e-mail of a message that they wrote, have read or did not receive, nor do bots and the deactivated", async ({
    expect,
  }) => {
    mailings().world.peers.has(bot(20, "http://127.0.0.1:9/"));
    await sends([directMessage([reader, 20], { id: 1 })], {
      receivers: [reader, 20],
      flags: { [reader]: ["read"] },
    });
    mailings().world.peers.has({ ...human(other), isActive: false });
    await sends([directMessage([other], { id: 2 })], { receivers: [other] });
    await inChannel(3, { receivers: [other], mentions: [reader, writer] });
    await pass(hourMs);
    expect(got()).toEqual([]);
    expect(await mailings().world.missed()).toBe(0);
  });

  test("nobody gets e-mail of what the Welcome Bot says, of messages of half a day ago, or of a closed organization", async ({
    expect,
  }) => {
    const welcomer = { ...bot(30, "http://127.0.0.1:9/"), email: "welcome-bot@system.invalid" };
    mailings().world.peers.has({ ...welcomer, isSystemBot: true, webhook: null });
    await sends([direct(1, { sender_id: 30 })], { receivers: [reader] });
    const old = Math.floor((mailings().world.now - 13 * hourMs) / 1000);
    await publishes([eventOf(direct(2, { timestamp: old }), { receivers: [reader] })]);
    expect(await mailings().world.missed()).toBe(0);
    await sendsDirect(3);
    mailings().world.peers.realmIsDeactivated = true;
    await pass(hourMs);
    expect(got()).toEqual([]);
  });

  test("nothing is noted while e-mail has no way out", async ({ expect }) => {
    mailings().world.now += 2 * minuteMs;
    mailings().world.peers.mailIsSent = false;
    await sendsDirect(1);
    expect(await mailings().world.missed()).toBe(0);
    mailings().world.peers.mailIsSent = true;
    mailings().world.now += 2 * minuteMs;
    await sendsDirect(2);
    expect(await mailings().world.missed()).toBe(1);
  });

  test("e-mail goes to those written to, mentioned, following the topic, or with e-mail of the channel or of all", async ({
    expect,
  }) => {
    const { peers } = mailings().world;
    await sendsDirect(1);
    peers.listeners.push(listener(reader), listener(other, { emails: true }));
    await inChannel(2, { mentions: [reader] });
    peers.listeners.splice(0, 2, listener(reader, { policy: 3 }), listener(other));
    has(other, { enable_stream_email_notifications: true });
    await inChannel(3);
    peers.listeners.splice(0, 2, listener(reader), listener(other, { isMuted: true }));
    await inChannel(4);
    await pass(hourMs);
    expect(got().toSorted()).toEqual(["11: 1", "11: 2,3", "12: 2,3"]);
    const reasons = peers.mailed.flatMap(({ conversations, userId }) =>
      conversations.map((one) => `${userId}: ${one.reasons.join()}`),
    );
    expect(reasons.toSorted()).toEqual([
      "11: personal",
      "11: personal,followed_topics",
      "12: channel,channels",
    ]);
  });

  test("e-mail that somebody has switched off before it was due does not come", async ({
    expect,
  }) => {
    await sendsDirect(1);
    has(reader, { enable_offline_email_notifications: false });
    await pass(hourMs);
    await sendsDirect(2);
    expect(await mailings().world.missed()).toBe(0);
    expect(got()).toEqual([]);
  });

  test("whoever was there gets e-mail only if they have gone without reading", async ({
    expect,
  }) => {
    const { present } = mailings().world.peers;
    present.push(reader);
    await sendsDirect(1);
    await pass(5 * minuteMs);
    expect(got()).toEqual([]);
    await pass(5 * minuteMs);
    expect(await mailings().world.missed()).toBe(0);
    await sendsDirect(2);
    present.length = 0;
    await pass(9 * minuteMs);
    expect(got()).toEqual([]);
    await pass(minuteMs);
    expect(got()).toEqual(["11: 2"]);
  });
});

describe("when e-mail goes, and what it has (docs/behaviour/mail.md#missed-messages)", () => {
  test("what comes until the first message is due goes together, an e-mail for each conversation, direct ones first", async ({
    expect,
  }) => {
    mailings().world.peers.listeners.push(listener(reader, { policy: 3 }));
    await inChannel(1);
    await sendsDirect(2);
    await pass(minuteMs);
    await sendsDirect(3);
    expect(got()).toEqual([]);
    await pass(minuteMs);
    expect(got()).toEqual(["11: 2,3", "11: 1"]);
    await pass(hourMs);
    expect(got(), "nothing goes twice").toHaveLength(2);
  });

  test("a message that the stream brings again is not mailed again, and is forgotten when it cannot come any more", async ({
    expect,
  }) => {
    const timestamp = Math.floor(mailings().world.now / 1000);
    const event = eventOf(direct(1, { timestamp }), { receivers: [reader] });
    mailings().shows(direct(1, { timestamp }));
    for (let times = 0; times < 2; times += 1) {
      await publishes([event]);
      await pass(2 * minuteMs);
      expect(got()).toEqual(["11: 1"]);
    }
    mailings().world.now += 12 * hourMs;
    await mailings().cleanUp();
    await publishes([event]);
    await pass(hourMs);
    expect(got()).toEqual(["11: 1"]);
    await mailings().cleanUp();
    expect(await mailings().world.missed("all")).toBe(0);
  });

  test("everybody waits as long as they want to", async ({ expect }) => {
    has(reader, { email_notifications_batching_period_seconds: 5 });
    await sendsDirect(1);
    await pass(4000);
    expect(got()).toEqual([]);
    await pass(1000);
    expect(got()).toEqual(["11: 1"]);
  });

  test("what was read, is gone or is out of sight by then is left out, and what was edited is as it is now", async ({
    expect,
  }) => {
    await sendsDirect(1, 2, 3);
    mailings().isRead(1);
    mailings().isGone(2);
    const [, edited] = mailings().world.peers.messages;
    if (edited !== undefined) edited.content = "<p>famished?</p>";
    await pass(hourMs);
    expect(got()).toEqual(["11: 3"]);
    const [mail] = mailings().world.peers.mailed;
    expect(mail?.conversations[0]).toEqual({
      messageIds: [3],
      reasons: ["personal"],
      place: { kind: "direct", others: ["User 10"] },
      path: "/#narrow/dm/10,11/near/3",
      shown: [
        {
          sender: "User 10",
          html: expect.stringContaining(">famished?</p>"),
          text: "famished?",
        },
      ],
      hiddenBy: null,
    });
    await sendsDirect(4);
    mailings().isRead(4);
    await pass(hourMs);
    expect(got()).toHaveLength(1);
    expect(await mailings().world.missed()).toBe(0);
  });

  test("no messages leave where person or organization want none in e-mail, nor does the topic", async ({
    expect,
  }) => {
    mailings().world.peers.listeners.push(listener(reader));
    has(reader, { message_content_in_email_notifications: false });
    await inChannel(1, { mentions: [reader] });
    await pass(hourMs);
    const ofOrganization = { message_content_allowed_in_email_notifications: false };
    mailings().world.peers.realmSettings = ofOrganization;
    await inChannel(2, { mentions: [reader] });
    await pass(hourMs);
    const announced = mailings().world.peers.mailed.flatMap(({ conversations }) => conversations);
    const path = "/#narrow/channel/9/near/1";
    expect(announced[0]).toMatchObject({ shown: null, hiddenBy: "person", path });
    expect(announced[1]).toMatchObject({ shown: null, hiddenBy: "organization" });
  });

  test("an e-mail shows twenty messages, or those that it has room for, and counts the others", async ({
    expect,
  }) => {
    await sendsDirect(...Array.from({ length: 25 }, (_, index) => index + 1));
    await pass(hourMs);
    const conversation = mailings().world.peers.mailed[0]?.conversations[0];
    expect(conversation?.messageIds).toHaveLength(25);
    expect(conversation?.shown).toHaveLength(20);
    const rendered_content = `<p>${"x".repeat(20_000)}</p>`;
    const ids = [31, 32, 33, 34, 35, 36];
    await sends(
      ids.map((id) => direct(id, { rendered_content })),
      { receivers: [reader] },
    );
    await pass(hourMs);
    const long = mailings().world.peers.mailed[1]?.conversations[0];
    expect(long?.messageIds).toHaveLength(6);
    expect(long?.shown).toHaveLength(4);
  });
});

describe("limits and trouble (docs/behaviour/mail.md#limits-of-e-mail)", () => {
  test("what is beyond the limit of an hour or a day waits for the next", async ({ expect }) => {
    // A day of UTC begins.
    mailings().world.now = Math.ceil(mailings().world.now / (24 * hourMs)) * 24 * hourMs;
    const each = [1, 2, 3, 4].map((id) => direct(id, { recipient_id: 100 + id }));
    await sends(each, { receivers: [reader] });
    await pass(2 * minuteMs);
    expect(got()).toEqual(["11: 1", "11: 2", "11: 3"]);
    await pass(57 * minuteMs);
    expect(got()).toHaveLength(3);
    await pass(minuteMs);
    expect(got().slice(3)).toEqual(["11: 4"]);
    const two = [5, 6].map((id) => directMessage([other], { id, recipient_id: 100 + id }));
    await sends(two, { receivers: [other] });
    await pass(2 * minuteMs);
    expect(got().slice(4)).toEqual(["12: 5"]);
    await pass(22 * hourMs);
    expect(got()).toHaveLength(5);
    await pass(hourMs);
    expect(got().slice(5)).toEqual(["12: 6"]);
  });

  test("e-mail waits while a service does not answer, and is given up after three days", async ({
    expect,
  }) => {
    await sendsDirect(1);
    mailings().world.peers.usersAnswer = false;
    await pass(2 * minuteMs);
    mailings().world.peers.usersAnswer = true;
    await pass(4000);
    expect(got()).toEqual([]);
    await pass(2000);
    expect(got()).toEqual(["11: 1"]);
    await sendsDirect(2);
    mailings().world.peers.usersAnswer = false;
    await pass(2 * minuteMs);
    mailings().world.peers.usersAnswer = true;
    await pass(73 * hourMs);
    expect(got()).toHaveLength(1);
    expect(await mailings().world.missed()).toBe(0);
  });

  test("an answer that is lost after e-mail was taken mails nothing twice, and loses nothing that came meanwhile", async ({
    expect,
  }) => {
    await sendsDirect(1);
    mailings().world.peers.afterMail = async () => {
      mailings().world.peers.afterMail = () => undefined;
      await sendsDirect(2);
      throw new Error("The answer is lost.");
    };
    await pass(2 * minuteMs);
    await pass(minuteMs);
    expect(got()).toEqual(["11: 1"]);
    await pass(hourMs);
    expect(got()).toEqual(["11: 1", "11: 2"]);
  });
});
