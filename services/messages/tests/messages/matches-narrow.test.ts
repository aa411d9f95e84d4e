import { matchesNarrow } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const ask = (ids: readonly number[], narrow: readonly unknown[]) =>
  realm.request("alice", matchesNarrow, { msg_ids: [...ids], narrow: [...narrow] });

describe("GET /messages/matches_narrow (docs/behaviour/narrows.md#matching-a-narrow)", () => {
  test("matching refuses narrows as fetching does, and `with`", async ({ expect }) => {
    const id = await realm.send("alice");
    await expect(ask([id], [["flavour", "sweet"]])).rejects.toMatchObject({ code: "BAD_NARROW" });
    await expect(ask([id], [["with", String(id)]])).rejects.toMatchObject({
      code: "BAD_NARROW",
      message: "Invalid narrow operator: unknown operator with",
    });
    await expect(ask([id], [["search", ""]])).rejects.toThrow("operand cannot be blank.");
    const without = realm.request("alice", withAnyParams(matchesNarrow), { narrow: [] });
    await expect(without).rejects.toThrow("Missing 'msg_ids' argument");
  });

  test("matching tells which messages match, with their matches marked", async ({ expect }) => {
    const found = await realm.send("alice", { topic: "boats", content: "a boat" });
    const other = await realm.send("alice", { topic: "t", content: "a car" });
    expect(await ask([found, other, 999_999], [["search", "boat"]])).toEqual({
      messages: {
        [found]: {
          match_content: '<p>a <span class="highlight">boat</span></p>',
          match_subject: '<span class="highlight">boats</span>',
        },
      },
    });
  });

  test("matching needs no search", async ({ expect }) => {
    const id = await realm.send("alice", { topic: "a < b", content: "*hi*" });
    expect(await ask([id], [["channel", "general"]])).toEqual({
      messages: { [id]: { match_content: "<p><em>hi</em></p>", match_subject: "a &lt; b" } },
    });
    expect(await ask([id], [["is", "dm"]])).toEqual({ messages: {} });
  });

  test("matching looks only at one's own history", async ({ expect }) => {
    const missed = await realm.send("bob", { to: "random" }).catch(() => 0);
    realm.data.setMembership(2, 2);
    const public_ = await realm.send("bob", { to: "random" });
    const direct = await realm.direct("bob", [3]);
    expect(await ask([missed, public_, direct], [["channel", "random"]])).toEqual({ messages: {} });
    await realm.mark("alice", "add", "starred", [public_]);
    const { messages } = await ask([missed, public_, direct], [["channel", "random"]]);
    expect(Object.keys(messages)).toEqual([String(public_)]);
  });
});
