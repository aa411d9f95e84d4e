import { updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function listen(realm: Realm, userId: number, ...words: string[]): void {
  realm.data.setUser(userId, { settings: { alert_words: words } });
}

describe("alert words (docs/behaviour/messages.md#alert-words)", () => {
  test.for([
    ["the Deploy went well", true],
    ["deploy", true],
    ["(deploy), done", true],
    ["**deploy**!", true],
    ["hot fix now", true],
    ["hot  fix", false],
    ["deployed", false],
    ["redeploy", false],
    ["`deploy` it", false],
    ["```\ndeploy\n```", false],
    ["> deploy", true],
  ] as const)("%j is found: %s", async ([content, found], { expect }) => {
    const realm = world().realm();
    listen(realm, 2, "deploy", "hot FIX");
    const id = await realm.send("alice", { content });
    const flags = await realm.flags("bob", id);
    expect(flags?.includes("has_alert_word")).toBe(found);
  });

  test("alert words flag the message for those who receive it and have the word, in events as well", async ({
    expect,
  }) => {
    const realm = world().realm();
    listen(realm, 1, "tea");
    listen(realm, 2, "tea");
    listen(realm, 3, "coffee");
    realm.data.setUser(9, { settings: { alert_words: ["tea"] } });
    const id = await realm.send("alice", { content: "tea?" });
    expect(await realm.flags("alice", id)).toContain("has_alert_word");
    expect(await realm.flags("bob", id)).toEqual(["has_alert_word"]);
    expect(await realm.flags("carol", id)).toEqual([]);
    const [sent] = await realm.eventsOf("message");
    expect(sent?.["flags"]).toMatchObject({ "2": ["has_alert_word"] });
    expect(sent?.["flags"]).not.toHaveProperty("9");
    expect(await realm.ids("bob", [{ operator: "is", operand: "alerted" }])).toEqual([id]);
  });

  test("alert words are looked for again when the content changes", async ({ expect }) => {
    const realm = world().realm();
    listen(realm, 2, "tea");
    listen(realm, 3, "coffee");
    const id = await realm.send("alice", { content: "tea?" });
    await realm.mark("bob", "add", "starred", [id]);
    await realm.request("alice", updateMessage, { message_id: id, content: "coffee?" });
    expect(await realm.flags("bob", id)).toEqual(["starred"]);
    expect(await realm.flags("carol", id)).toEqual(["has_alert_word"]);
    const [updated] = await realm.eventsOf("update_message");
    expect(updated?.["flags"]).toMatchObject({ "3": ["has_alert_word"] });
  });

  test("alert words count as they are at the moment of sending", async ({ expect }) => {
    const realm = world().realm();
    const first = await realm.send("alice", { content: "tea" });
    listen(realm, 2, "tea");
    const second = await realm.send("alice", { content: "tea" });
    listen(realm, 2);
    const third = await realm.send("alice", { content: "tea" });
    expect(await realm.ids("bob", [{ operator: "is", operand: "alerted" }])).toEqual([second]);
    expect(first).toBeLessThan(third);
  });
});
