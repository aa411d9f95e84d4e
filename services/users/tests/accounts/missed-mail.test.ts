import { randomUUID } from "node:crypto";

import {
  checkUnsubscription,
  deactivateUser,
  getMailState,
  unsubscribeFromMail,
  updateSettings,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";
import { z } from "zod";

import { claimMail } from "../../src/queries/accounts/mail.ts";
import { forgetMissedMail } from "../../src/workflows/mail/forget-missed-mail.ts";
import { invite } from "../invitations/invitations.ts";
import { World } from "../world.ts";
import { direct, inTopic, mailTo } from "./missed-mail.ts";

/** Without a mail server, so that e-mail waits to be looked at. */
const world = useWorld(() => World.create({ MODE: "production", MAIL_DIR: undefined }));

beforeEach(() => {
  world().channelSettings.length = 0;
});

const id = (name: keyof World["people"]) => world().people[name].id;
const call: World["call"] = (...args) => world().call(...args);
const dayMs = 86_400_000;

const waiting = z.object({
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  url: z.string(),
});

/** Takes the e-mail about missed messages that was made since the last call, oldest first. */
async function made() {
  return world().database.any(sql.type(waiting)`
    with made as (delete from mail where is_bulk returning *)
    select recipient, subject, body as text, html, unsubscribe_url as url from made order by mail_id`);
}

async function linkOf(conversation = inTopic) {
  await mailTo(world(), id("alice"), { conversations: [conversation] });
  const [mail] = await made();
  return { realmId: world().realm.id, token: mail?.url.split("/").at(-1) ?? "" };
}

const dead = {
  code: "BAD_REQUEST",
  message: "This link does not work any more. Log in to change what you get e-mail about.",
};

describe("e-mail about missed messages (docs/behaviour/mail.md#missed-messages)", () => {
  test("people who are deactivated get no e-mail about missed messages, nor do bots", async ({
    expect,
  }) => {
    await world().request("owner", deactivateUser, { user_id: id("moderator") });
    for (const name of ["moderator", "bot"] as const) {
      const mailed = await mailTo(world(), id(name), { conversations: [inTopic] });
      expect(mailed, "so that nobody asks again").toEqual([101, 102]);
    }
    expect(await made()).toEqual([]);
  });

  test("an address that nobody has proven gets no e-mail about missed messages", async ({
    expect,
  }) => {
    const row = sql.unsafe`insert into unproven_address values (${world().realm.id}, ${id("guest")})`;
    await world().database.query(row);
    await mailTo(world(), id("guest"), { conversations: [inTopic] });
    expect(await made()).toEqual([]);
  });

  test("each conversation is an e-mail that names it and who wrote, leads to it, and says why it came", async ({
    expect,
  }) => {
    await mailTo(world(), id("alice"), { conversations: [inTopic, direct] });
    const [topic, personal] = await made();
    expect(topic).toMatchObject({
      recipient: "alice@example.com",
      subject: "#engines > the mill (Ada)",
      html: expect.stringContaining("<p>It <em>turns</em>.</p>"),
    });
    for (const part of [
      "You have missed messages in #engines > the mill.",
      "Ada:\n  It turns.",
      "There are more than these: 2 in all.",
      "https://localhost:9991/#narrow/channel/1/topic/the.20mill/near/101",
      "because you follow the topic.",
      `Unsubscribe:\n${topic?.url}`,
    ])
      expect(topic?.text).toContain(part);
    expect(personal?.subject).toBe("Direct messages with Ada");
    expect(topic?.url).toMatch(/^https:\/\/localhost:9991\/accounts\/unsubscribe\/\w{32}$/);
    expect(personal?.url).not.toBe(topic?.url);
  });

  test("an e-mail that may not show messages names neither people nor place, and says who wants that", async ({
    expect,
  }) => {
    for (const [hiddenBy, why] of [
      ["person", "in your settings"],
      ["organization", "your organization"],
    ] as const) {
      const hidden = { ...inTopic, path: "/#narrow/channel/1/near/101", shown: null, hiddenBy };
      await mailTo(world(), id("alice"), { conversations: [hidden] });
      const [mail] = await made();
      expect(mail?.subject).toBe("New messages");
      expect(mail?.text).toContain("You have missed messages: 2.");
      expect(mail?.text).toContain(why);
      for (const form of [mail?.text, mail?.html]) expect(form).not.toMatch(/Ada|engines|mill/);
    }
  });

  test("subjects name the organization when the person is in several, or as the person wants", async ({
    expect,
  }) => {
    const { name } = await world().database.one(sql.type(z.object({ name: z.string() }))`
      select name from realm where realm_id = ${world().realm.id}`);
    const subjectFor = async (person: "alice" | "owner", policy: 1 | 2 | 3) => {
      const given = { realm_name_in_email_notifications_policy: policy };
      await world().request(person, updateSettings, given);
      await mailTo(world(), id(person), { conversations: [direct] });
      return (await made())[0]?.subject;
    };
    expect(await subjectFor("alice", 1)).toBe("Direct messages with Ada");
    expect(await subjectFor("alice", 2)).toBe(`Direct messages with Ada [${name}]`);
    const { email } = world().people.owner;
    const elsewhere = sql.unsafe`
      update account set delivery_email = ${email} where realm_id = ${world().acme.id} and user_id = ${world().acmeOwner.id}`;
    await world().database.query(elsewhere);
    expect(await subjectFor("owner", 1)).toBe(`Direct messages with Ada [${name}]`);
    expect(await subjectFor("owner", 3)).toBe("Direct messages with Ada");
  });

  test("what was mailed under a key is not mailed again, whatever comes with the key", async ({
    expect,
  }) => {
    const key = randomUUID();
    const [first, second] = await Promise.all([
      mailTo(world(), id("alice"), { key, conversations: [inTopic] }),
      mailTo(world(), id("alice"), { key, conversations: [inTopic] }),
    ]);
    expect([first, second]).toEqual([inTopic.messageIds, inTopic.messageIds]);
    const again = await mailTo(world(), id("alice"), { key, conversations: [direct, inTopic] });
    expect(again).toEqual(inTopic.messageIds);
    expect(await made()).toHaveLength(1);
    await mailTo(world(), id("owner"), { key, conversations: [direct] });
    expect(await made()).toHaveLength(1);
  });

  test("what was mailed long ago is forgotten, with the links", async ({ expect }) => {
    const { token } = await linkOf();
    await mailTo(world(), id("alice"), { conversations: [direct] });
    await world().database.query(sql.unsafe`update mail set next_try_at = null where is_bulk`);
    const count = () =>
      world().database.oneFirst(sql.type(z.object({ count: z.number() }))`
        select (select count(*) from mail where is_bulk) + (select count(*) from missed_batch)
          + (select count(*) from mail_unsubscription) as count`);
    const db = world().database;
    await forgetMissedMail({ db, now: () => Date.now() + 80 * dayMs });
    expect(await count()).toBeGreaterThan(0);
    expect(token).toHaveLength(32);
    await forgetMissedMail({ db, now: () => Date.now() + 91 * dayMs });
    expect(await count()).toBe(0);
  });

  test("other services learn that e-mail does not leave the installation", async ({ expect }) => {
    expect(await call(getMailState, { realmId: world().realm.id })).toEqual({ isSent: false });
  });

  test("e-mail that somebody waits for goes before e-mail about missed messages", async ({
    expect,
  }) => {
    await mailTo(world(), id("alice"), { conversations: [direct] });
    await invite(world(), "owner", "waits@example.com");
    const [first] = await claimMail(world().database, 1);
    expect(first?.recipient).toBe("waits@example.com");
    await made();
  });
});

describe("ending e-mail by a link (docs/behaviour/mail.md#unsubscribing)", () => {
  test("a link of nobody, of another organization, or of somebody deactivated ends nothing", async ({
    expect,
  }) => {
    const link = await linkOf();
    const forgedLinks = [
      { ...link, token: "" },
      { ...link, token: `${link.token.slice(0, -1)}-` },
      { ...link, realmId: world().acme.id },
    ];
    await world().events();
    for (const forged of forgedLinks)
      for (const operation of [checkUnsubscription, unsubscribeFromMail])
        await expect(call(operation, forged)).rejects.toMatchObject(dead);
    const off = sql.unsafe`update account set is_active = false where user_id = ${id("alice")} and realm_id = ${link.realmId}`;
    await world().database.query(off);
    await expect(call(unsubscribeFromMail, link)).rejects.toMatchObject(dead);
    const on = sql.unsafe`update account set is_active = true where user_id = ${id("alice")} and realm_id = ${link.realmId}`;
    await world().database.query(on);
    expect(await world().events()).toEqual([]);
  });

  test("a link works for ninety days", async ({ expect }) => {
    const link = await linkOf();
    world().clock.aheadMs = 89 * dayMs;
    expect(await call(checkUnsubscription, link)).toMatchObject({ reasons: ["followed_topics"] });
    world().clock.aheadMs = 90 * dayMs + 1000;
    await expect(call(checkUnsubscription, link)).rejects.toMatchObject(dead);
    world().clock.aheadMs = 0;
  });

  test("a link switches off what the e-mail came for and nothing else, tells only its owner, and may be used again", async ({
    expect,
  }) => {
    const names = [
      ["personal", "enable_offline_email_notifications"],
      ["followed_topics", "enable_followed_topic_email_notifications"],
      ["channels", "enable_stream_email_notifications"],
    ] as const;
    const on = Object.fromEntries(names.map(([, name]) => [name, true]));
    for (const [reason, name] of names) {
      await world().request("alice", updateSettings, on);
      const link = await linkOf({ ...inTopic, reasons: [reason] });
      await world().events();
      expect(await call(checkUnsubscription, link)).toMatchObject({ reasons: [reason] });
      expect(await world().events(), "looking at a link changes nothing").toEqual([]);
      expect(await call(unsubscribeFromMail, link)).toMatchObject({ reasons: [reason] });
      const events = await world().events();
      const audience = { to: "users", ids: [id("alice")] };
      const event = { type: "user_settings", op: "update", property: name, value: false };
      expect(events.filter(({ event: { type } }) => type === "user_settings")).toEqual([
        { audience, event },
      ]);
      await call(unsubscribeFromMail, link);
      expect(await world().events()).toEqual([]);
    }
    expect(world().channelSettings).toEqual([]);
  });

  test("a link of an e-mail about a channel ends e-mail of that channel, also after leaving it", async ({
    expect,
  }) => {
    const link = await linkOf({ ...inTopic, reasons: ["channel"] });
    await call(unsubscribeFromMail, link);
    const ended = { stream_id: 1, property: "email_notifications", value: false };
    expect(world().channelSettings).toEqual([{ by: id("alice"), ...ended }]);
    const place = { kind: "channel", channelId: 2, name: "left", topic: "" } as const;
    const left = await linkOf({ ...inTopic, place, reasons: ["channel"] });
    expect(await call(unsubscribeFromMail, left)).toMatchObject({ reasons: ["channel"] });
  });

  test("an e-mail that came for several reasons ends all of them", async ({ expect }) => {
    await world().request("alice", updateSettings, { enable_offline_email_notifications: true });
    const link = await linkOf({ ...inTopic, reasons: ["personal", "channel"] });
    await world().events();
    await call(unsubscribeFromMail, link);
    const types = (await world().events()).map(({ event }) => event["property"]);
    expect(types).toContain("enable_offline_email_notifications");
    expect(world().channelSettings).toHaveLength(1);
  });
});
