import { matchesNarrow } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

let world: World;
let realm: Realm;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  realm = world.realm();
});

const ask = (ids: readonly number[], narrow: readonly unknown[]) =>
  realm.request(1, matchesNarrow, { msg_ids: [...ids], narrow: narrow as never });

describe("GET /messages/matches_narrow (docs/behaviour/narrows.md#matching-a-narrow)", () => {
  test("matching refuses narrows as fetching does, and `with`", async ({ expect }) => {
    const id = await realm.send(1);
    await expect(ask([id], [["flavour", "sweet"]])).rejects.toMatchObject({ code: "BAD_NARROW" });
    await expect(ask([id], [["with", String(id)]])).rejects.toMatchObject({
      code: "BAD_NARROW",
      message: "Invalid narrow operator: unknown operator with",
    });
    await expect(ask([id], [["search", ""]])).rejects.toThrow("operand cannot be blank.");
    const without = realm.request(1, matchesNarrow, { narrow: [] } as never);
    await expect(without).rejects.toThrow("Missing 'msg_ids' argument");
  });

  test("matching tells which messages match, with their matches marked", async ({ expect }) => {
    const found = await realm.send(1, { topic: "boats", content: "a boat" });
    const other = await realm.send(1, { topic: "t", content: "a car" });
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
    const id = await realm.send(1, { topic: "a < b", content: "*hi*" });
    expect(await ask([id], [["channel", "general"]])).toEqual({
      messages: { [id]: { match_content: "<p><em>hi</em></p>", match_subject: "a &lt; b" } },
    });
    expect(await ask([id], [["is", "dm"]])).toEqual({ messages: {} });
  });

  test("matching looks only at one's own history", async ({ expect }) => {
    const missed = await realm.send(2, { to: "random" }).catch(() => 0);
    realm.data.setMembership(2, 2);
    const public_ = await realm.send(2, { to: "random" });
    const direct = await realm.direct(2, [3]);
    expect(await ask([missed, public_, direct], [["channel", "random"]])).toEqual({ messages: {} });
    await realm.mark(1, "add", "starred", [public_]);
    const { messages } = await ask([missed, public_, direct], [["channel", "random"]]);
    expect(Object.keys(messages)).toEqual([String(public_)]);
  });
});
