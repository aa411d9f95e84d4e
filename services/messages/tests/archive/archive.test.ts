import { deleteMessage, listAttachments, restoreMessages } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";
import { z } from "zod";

import { belongings, messageColumns } from "../../src/queries/archive/archived-columns.ts";
import { Files } from "../files/files.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = world().realm();
  realm.data.setUser(1, { role: 200 });
});

const remove = (id: number) => realm.request("alice", deleteMessage, { message_id: id });
const count = z.object({ count: z.number() });

/** Rows of the realm in all tables of the archive together. */
async function archived(): Promise<number> {
  const tables = ["message_deletion", "archived_message", ...belongings.map((of) => of.archive)];
  const each = tables.map((table) =>
    world().db.oneFirst(sql.type(count)`
      select count(*) as count from ${sql.identifier([table])} where realm_id = ${realm.id}`),
  );
  return (await Promise.all(each)).reduce((sum, one) => sum + one, 0);
}

async function columnsOf(table: string): Promise<readonly string[]> {
  const names = await world().db.anyFirst(sql.type(z.object({ name: z.string() }))`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      -- Made by a trigger, from the text.
      and column_name <> 'folded_words'`);
  return names.toSorted();
}

describe("the archive (docs/behaviour/moderation.md#the-archive)", () => {
  test("the archive has every column of messages and of what belongs to them", async ({
    expect,
  }) => {
    const kept = await columnsOf("archived_message");
    expect(await columnsOf("message")).toEqual(messageColumns.toSorted());
    expect(kept.filter((name) => name !== "deletion_id")).toEqual(messageColumns.toSorted());
    for (const { archive, columns, table } of belongings) {
      expect(await columnsOf(table), table).toEqual(columns.toSorted());
      expect(await columnsOf(archive), archive).toEqual(columns.toSorted());
    }
    const belonging = await world().db.anyFirst(sql.type(z.object({ name: z.string() }))`
      select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'message_id' and table_name not like 'archived%'
        and (select not relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`);
    const others = ["idempotency"];
    expect(belonging.toSorted()).toEqual(
      [...belongings.map(({ table }) => table), ...others].toSorted(),
    );
  });

  test("the archive lets go of messages after their days, with everything that belonged to them", async ({
    expect,
  }) => {
    const id = await realm.send("bob");
    await realm.mark("bob", "add", "starred", [id]);
    await remove(id);
    expect(await archived()).toBe(3);
    await world().daysLater(29);
    expect(await archived()).toBe(3);
    await world().daysLater(30.1);
    expect(await archived()).toBe(0);
    const asked = realm.request("alice", restoreMessages, { message_id: id });
    await expect(asked).rejects.toThrow("There is nothing to restore.");
  });

  test("the archive is emptied in batches, by one of two processes at a time", async ({
    expect,
  }) => {
    await realm.send("bob");
    await world().db.query(sql.unsafe`
      insert into message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client,
        sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone)
      select realm_id, nextval('message_id'), recipient_id, channel_id, sender_id, topic, content, rendered_content,
        client, sent_at, is_me, has_link, has_image, has_attachment, mentions_everyone
      from message, generate_series(1, 1200) where realm_id = ${realm.id}`);
    realm.data.setChannel(1, { name: "general", messageRetentionDays: 1 });
    await world().daysLater(2);
    expect(await archived()).toBe(1201 + 3);
    const other = await world().replica();
    await Promise.all([world().daysLater(33), world().daysLater(33, other.service)]);
    expect(await archived()).toBe(0);
  });

  test("files of deleted messages stay as long as the archive has one, and go then (docs/behaviour/uploads.md#lifetime-of-files)", async ({
    expect,
  }) => {
    const files = new Files(world());
    const [only, elsewhere] = [await files.upload(realm, 2), await files.upload(realm, 2)];
    const content = `[a](${only}) [b](${elsewhere})`;
    const [first, second] = [
      await realm.send("bob", { content }),
      await realm.send("bob", { content }),
    ];
    await realm.send("bob", { content: `[b](${elsewhere})` });
    await remove(first);
    await world().daysLater(20);
    await remove(second);
    const names = async () =>
      (await realm.request("bob", listAttachments, {})).attachments.map((file) => file.path_id);
    await world().daysLater(40);
    await world().cleanFiles();
    expect(await names()).toHaveLength(2);
    await world().daysLater(51);
    await world().cleanFiles();
    expect(await names()).toEqual([expect.stringMatching(elsewhere.split("/").at(-2) ?? "-")]);
    expect((await realm.eventsOf("attachment")).at(-1)?.event).toMatchObject({ op: "remove" });
  });
});
