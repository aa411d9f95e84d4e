// Full-text search (docs/behaviour/narrows.md#search).
import { updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const find = (text: string) => realm.ids("alice", [["search", text]]);
const marked = (text: string) => `<span class="highlight">${text}</span>`;

async function matchOf(text: string) {
  const { messages } = await realm.fetch("alice", { narrow: [["search", text]] });
  return messages.map(({ match_content, match_subject }) => [match_content, match_subject]);
}

describe("search (docs/behaviour/narrows.md#search)", () => {
  test("search finds all words in any order and form, in text or topic", async ({ expect }) => {
    const both = await realm.send("alice", {
      topic: "Boats",
      content: "They were **sailing** home",
    });
    const one = await realm.send("alice", { topic: "t", content: "sail away!" });
    await realm.send("alice", { topic: "t", content: "nothing" });
    expect(await find("sails")).toEqual([both, one]);
    expect(await find("boat, sailing?")).toEqual([both]);
    expect(await find("sail elsewhere")).toEqual([]);
    expect(
      await realm.ids("alice", [
        ["search", "sail"],
        ["search", "boat"],
      ]),
    ).toEqual([both]);
    const narrow = [["search", "sail"], { operator: "search", operand: "boat", negated: true }];
    expect(await realm.ids("alice", narrow)).toEqual([one]);
    expect(
      await realm.ids("alice", [
        ["search", "sail"],
        ["topic", "boats"],
      ]),
    ).toEqual([both]);
  });

  test("search takes what is quoted as it is written", async ({ expect }) => {
    const exact = await realm.send("alice", { content: "the Red fox, 100% sure" });
    await realm.send("alice", { content: "fox the red, sure 100 times" });
    expect(await find('"red fox"')).toEqual([exact]);
    expect(await find('sure "100% s"')).toEqual([exact]);
    expect(await find('"100_ s"')).toEqual([]);
  });

  test("search finds nothing by words that all are too common", async ({ expect }) => {
    await realm.send("alice", { content: "the and of" });
    expect(await find("the and")).toEqual([]);
    expect(await find("...")).toEqual([]);
  });

  test("search keeps to what its reader received, and to the realm", async ({ expect }) => {
    const other = world().realm();
    await other.send("alice", { content: "treasure" });
    await realm.direct("bob", [3], "treasure");
    realm.data.setMembership(2, 3);
    await realm.send("bob", { to: "secret", content: "treasure" });
    const mine = await realm.direct("bob", [1], "treasure");
    expect(await find("treasure")).toEqual([mine]);
    expect(await find("~1")).toEqual([]);
  });

  test("marks matches, never within tags, and changes nothing else", async ({ expect }) => {
    await realm.send("alice", {
      topic: "Links & <boats>",
      content: "a [boat](https://boats.example/boat) & `boats` <boat>",
    });
    expect(await matchOf("boat")).toEqual([
      [
        expect.stringContaining(
          `<p>a <a href="https://boats.example/boat">${marked("boat")}</a> &amp; <code>${marked("boats")}</code> &lt;${marked("boat")}&gt;</p>`,
        ),
        `Links &amp; &lt;${marked("boats")}&gt;`,
      ],
    ]);
    expect(await matchOf("link")).toEqual([
      [
        '<p>a <a href="https://boats.example/boat">boat</a> &amp; <code>boats</code> &lt;boat&gt;</p>',
        `${marked("Links")} &amp; &lt;boats&gt;`,
      ],
    ]);
  });

  test("search gives direct messages an empty topic, and without a search no marks", async ({
    expect,
  }) => {
    await realm.direct("alice", [2], "boat");
    expect(await matchOf("boat")).toEqual([[`<p>${marked("boat")}</p>`, ""]]);
    const { messages } = await realm.fetch("alice");
    expect(messages[0]).not.toHaveProperty("match_content");
    expect(messages[0]).not.toHaveProperty("match_subject");
  });

  test("search finds edited text and topics as they are now", async ({ expect }) => {
    const id = await realm.send("alice", { content: "before" });
    await realm.request("alice", updateMessage, { message_id: id, content: "afterwards" });
    expect(await find("before")).toEqual([]);
    expect(await find("afterward")).toEqual([id]);
  });
});
