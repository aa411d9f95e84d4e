import {
  createChannelFolder,
  exportedKinds,
  exportedRowsOperations,
  personKinds,
  personRowsOperations,
  setTopicVisibility,
} from "@team-chat/contract";
import { type ExportPart, holdSnapshot } from "@team-chat/pg";
import { differenceOfExport, type LeftOut, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { exportedTables } from "../../src/queries/exported-tables.ts";
import { importedTables } from "../../src/queries/imported-tables.ts";
import { personTables } from "../../src/queries/person-tables.ts";
import { type Realm, World } from "../world.ts";

const copied = "a number that copies in other services are compared by";
const announced = "what this installation told others last";

const proven = "proves itself where it was written, and is fetched by an operation of its own";

const leftOut: LeftOut = {
  audit_entry: proven,
  audit_head: proven,
  audit_open: proven,
  "channel.name_key": "follows from the name",
  "channel.first_message_id": "follows from the messages",
  "channel.is_recently_active": "follows from the messages",
  "channel.weekly_traffic": "follows from the messages",
  "channel.version": copied,
  "subscription.version": copied,
  "subscription.forgotten_by": "what copies in other services may forget",
  "user_topic.topic_key": "follows from the topic",
  "user_topic.version": copied,
  realm_version: copied,
  told_user: announced,
  told_group: announced,
  carried_key: "lets other services repeat requests",
  notice: "on its way; it is carried out here",
};

const service = { kind: "service", name: "messages" } as const;
const world = useWorld(() => World.create());

/** Reads all rows of a kind, as of now. */
async function rowsOf(
  realm: Realm,
  kind: string,
  part?: ExportPart,
): Promise<readonly Record<string, unknown>[]> {
  const given = part && { people: [...part.people], channels: [...part.channels] };
  const page = await holdSnapshot(world().db, `rows of ${realm.id}`, ({ id: snapshot }) =>
    world().pool.call(
      exportedRowsOperations.channels,
      service,
      {
        realmId: realm.id,
        kind,
        snapshot,
        after: null,
        part: given ?? null,
      },
      { realmId: realm.id },
    ),
  );
  const lines = Buffer.concat(page?.bytes ?? [])
    .toString()
    .split("\n")
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("what exports have of channels (docs/export.md#what-an-export-has)", () => {
  test("exports have every column of every table, but for those that are left out for a reason", async ({
    expect,
  }) => {
    expect(await differenceOfExport(world().db, exportedTables, leftOut)).toEqual([]);
    expect(exportedTables.map(({ kind }) => kind)).toEqual([...exportedKinds.channels]);
    expect(importedTables.map(({ kind }) => kind)).toEqual([...exportedKinds.channels]);
  });

  test("an export has channels with who is in them, one of a part private ones only of those who consent", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.subscribe("owner", ["open"]);
    await realm.subscribe("owner", ["closed"], { invite_only: true });
    await realm.subscribe("bob", ["open"]);
    const [open, closed] = [await realm.channelId("open"), await realm.channelId("closed")];
    await realm.request("owner", createChannelFolder, { name: "all", description: "" });
    const policy = { stream_id: open, topic: "news", visibility_policy: 3 };
    await realm.request("bob", setTopicVisibility, policy);
    const ids = async (part?: ExportPart) =>
      (await rowsOf(realm, "channels", part)).map((row) => row["id"]);
    const [owner, bob] = [realm.caller("owner").userId, realm.caller("bob").userId];
    expect(await ids()).toEqual([open, closed]);
    expect(await rowsOf(realm, "subscriptions")).toMatchObject([
      { user_id: owner, channel_id: open, active: true },
      { user_id: owner, channel_id: closed },
      { user_id: bob, channel_id: open },
    ]);
    expect(await rowsOf(realm, "channel_folders")).toMatchObject([{ name: "all" }]);
    const visibilities = [{ user_id: bob, topic: "news", visibility_policy: 3 }];
    expect(await rowsOf(realm, "topic_visibilities")).toMatchObject(visibilities);
    const nobody = { people: [], channels: [] };
    expect(await ids(nobody)).toEqual([open]);
    expect(await rowsOf(realm, "subscriptions", nobody)).toHaveLength(2);
    expect(await rowsOf(realm, "topic_visibilities", nobody)).toEqual([]);
    expect(await ids({ people: [owner], channels: [] })).toEqual([open, closed]);
  });
});

describe("what exports of people have of channels (docs/export.md#what-is-a-persons)", () => {
  test("an export of a person has the person's subscriptions and topics, and the channels of these", async ({
    expect,
  }) => {
    expect(personTables.map(({ kind }) => kind)).toEqual([...personKinds.channels]);
    const realm = world().realm();
    await realm.subscribe("owner", ["open"]);
    await realm.subscribe("owner", ["closed"], { invite_only: true });
    await realm.subscribe("bob", ["open"]);
    const open = await realm.channelId("open");
    const policy = { stream_id: open, topic: "news", visibility_policy: 3 };
    await realm.request("bob", setTopicVisibility, policy);
    const about = { realmId: realm.id };
    const { userId } = realm.caller("bob");
    const own = (kind: string) =>
      holdSnapshot(world().db, `person of ${realm.id}`, async ({ id: snapshot }) => {
        const input = { ...about, kind, snapshot, after: null, userId };
        const page = await world().pool.call(personRowsOperations.channels, service, input, about);
        return Buffer.concat(page.bytes).toString();
      });
    expect(await own("channels")).toContain('"open"');
    expect(await own("channels")).not.toContain('"closed"');
    expect(await own("subscriptions")).toMatch(
      new RegExp(`^\\{"user_id":${userId},"channel_id":${open},[^\n]*\\}\n$`),
    );
    expect(await own("topic_visibilities")).toContain('"topic":"news"');
    expect(await own("channel_changes")).toContain("subscription");
  });
});
