import { sql } from "@team-chat/pg";
import { UserDirectory } from "@team-chat/projection";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { RealmChannels } from "../../src/domain/directories/realm-view.ts";
import { seesEverybody } from "../../src/policies/visibility.ts";
import { type Draft, usualDelivery } from "../../src/sending/draft.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** A message of user 1 to the first channel. */
function draftOf({ id: realmId, data }: Realm, content: string): Draft {
  const users = new UserDirectory();
  users.apply(data.usersState(0));
  const channels = new RealmChannels(realmId);
  channels.apply(data.channelsState(0));
  const actor = users.users.get(1);
  const channel = channels.channels.get(1);
  if (!actor || !channel) throw new Error("The organization lacks its user or its channel.");
  const none: ReadonlySet<number> = new Set();
  const mentions = { userIds: new Set<number>(), groupIds: new Set<number>() };
  const text = {
    html: "",
    hasLink: false,
    hasImage: false,
    uploads: [],
    pages: [],
    prose: content,
  };
  return {
    ...usualDelivery,
    client: "test",
    realm: { realmId, users, channels, actor, sees: seesEverybody },
    target: { kind: "channel", channel, topic: "t" },
    content,
    rendered: { ...text, mentions: { ...mentions, everyone: false, topic: false }, waited: false },
    mentioned: {
      byName: none,
      personally: none,
      topicParticipants: none,
      everyone: false,
      alerted: none,
    },
  };
}

describe("messages that travel together (docs/subsystems/messages.md, Writing)", () => {
  test("messages that travel together are committed in one transaction, and one that Postgres refuses fails alone", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice");
    const recipientId = await world().db.oneFirst(
      sql.type(z.object({ id: z.number() }))`select id from recipient where realm_id = ${realm.id}`,
    );
    const writer = world().writer(recipientId);
    const write = (content: string) => writer.write(draftOf(realm, content));
    const good = await Promise.allSettled(["a", "b", "c", "d"].map(write));
    const mixed = await Promise.allSettled(["e", "f\0", "g"].map(write));
    expect(good.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
    expect(mixed.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const ids = [...good, ...mixed].flatMap((one) =>
      one.status === "fulfilled" ? [one.value] : [],
    );
    expect((await realm.heard("alice")).slice(1)).toEqual(ids);
    const sizes = (await world().bundles(realm.id)).map(({ events }) => events.length);
    expect(Math.max(...sizes)).toBeGreaterThan(1);
  });

  test("messages that travel together are refused to a recipient that does not exist", async ({
    expect,
  }) => {
    const realm = world().realm();
    const writing = world().writer(999_999).write(draftOf(realm, "a"));
    await expect(writing).rejects.toThrow("was not written");
    expect(await realm.events()).toEqual([]);
  });
});

test("a poll and a message with a file keep their place among the messages around them", async ({
  expect,
}) => {
  const realm = world().realm();
  await realm.send("alice");
  const contents = ["a", "/poll b", "c", "/todo d", "/poll e", "f"];
  const ids = await Promise.all(contents.map((content) => realm.send("alice", { content })));
  expect((await realm.heard("alice")).slice(1)).toEqual(ids.toSorted((a, b) => a - b));
  const { messages } = await realm.fetch("alice");
  const said = new Map(messages.map(({ id, content }) => [id, content]));
  expect(ids.map((id) => said.get(id))).toEqual(contents.map((content) => `<p>${content}</p>`));
});
