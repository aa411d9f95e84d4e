// Full-text search (docs/behaviour/narrows.md#search).
import { updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import fc from "fast-check";
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

  test("search finds each stretch of Chinese, Japanese and Korean, and nothing that is not there", async ({
    expect,
  }) => {
    const chinese = await realm.send("alice", {
      topic: "東京",
      content: "今天**天气**很好，我们去北京。",
    });
    const japanese = await realm.send("alice", { topic: "t", content: "日本語のカタカナ、ﾊﾝｶｸ" });
    const korean = await realm.send("alice", { topic: "t", content: "한국어를 공부합니다" });
    const mixed = await realm.send("alice", { topic: "t", content: "使用Docker部署2024年" });
    const texts: readonly (readonly [string, readonly number[]])[] = [
      ["今天天气", [chinese]],
      ["气很", [chinese]],
      ["京", [chinese]],
      ["京 天", [chinese]],
      ["東京", [chinese]],
      ["天很", []],
      ["好我", []],
      ["北京東京", []],
      ["本語の", [japanese]],
      ["本語カ", []],
      ["ハンカク", [japanese]],
      ["국어", [korean]],
      ["공부", [korean]],
      ["국어공부", []],
      ["docker", [mixed]],
      ["部署 dockers", [mixed]],
      ['"用Docker部"', [mixed]],
      ["年", [mixed]],
    ];
    for (const [text, found] of texts) expect([text, await find(text)]).toEqual([text, found]);
    const negated = [{ operator: "search", operand: "京", negated: true }];
    expect(await realm.ids("alice", negated)).toEqual([japanese, korean, mixed]);
  });

  test("search finds words of other languages, with and without accents and in any letter case", async ({
    expect,
  }) => {
    const french = await realm.send("alice", {
      topic: "t",
      content: "Le café “français” des ÉCOLES",
    });
    const plain = await realm.send("alice", { topic: "t", content: "a cafe at school" });
    const russian = await realm.send("alice", { topic: "t", content: "Новые сообщения, ёлка" });
    const greek = await realm.send("alice", { topic: "Θέματα", content: "Η ΟΔΟΣ" });
    const arabic = await realm.send("alice", { topic: "t", content: "مُحَمَّد" });
    const german = await realm.send("alice", { topic: "t", content: "die Straße" });
    const texts: readonly (readonly [string, readonly number[]])[] = [
      ["cafe", [french, plain]],
      ["CAFÉS", [french, plain]],
      ["francais", [french]],
      ["école café", [french]],
      ["сообщение", [russian]],
      ["ЕЛКА", [russian]],
      ["οδός", [greek]],
      ["θεματα", [greek]],
      ["محمد", [arabic]],
      ["strasse", [german]],
    ];
    for (const [text, found] of texts) expect([text, await find(text)]).toEqual([text, found]);
  });

  test("search marks other scripts within the line, also over tags, and changes nothing else", async ({
    expect,
  }) => {
    await realm.send("alice", {
      topic: "北京 & <café>",
      content: "在[北京](https://b.example/北京)和北**京**, Cafés &amp; *Docker*部署",
    });
    const [content, subject] = (await matchOf("北京 CAFE docker"))[0] ?? [];
    expect(content).toBe(
      `<p>在<a href="https://b.example/北京">${marked("北京")}</a>和${marked("北")}<strong>${marked("京")}</strong>, ${marked("Cafés")} &amp; <em>${marked("Docker")}</em>部署</p>`,
    );
    expect(subject).toBe(`${marked("北京")} &amp; &lt;${marked("café")}&gt;`);
    const [[plain] = []] = await matchOf("部署");
    expect(plain).toContain(`</em>${marked("部署")}</p>`);
    expect(plain?.replaceAll(/<span class="highlight">|<\/span>/g, "")).toBe(
      content?.replaceAll(/<span class="highlight">|<\/span>/g, ""),
    );
  });

  test("search finds text of other scripts as it is after edits, in either direction", async ({
    expect,
  }) => {
    const id = await realm.send("alice", { content: "früher" });
    await realm.request("alice", updateMessage, { message_id: id, content: "天气" });
    expect([await find("fruher"), await find("天气")]).toEqual([[], [id]]);
    await realm.request("alice", updateMessage, { message_id: id, content: "later" });
    expect([await find("天"), await find("later")]).toEqual([[], [id]]);
    await realm.request("alice", updateMessage, { message_id: id, topic: "天气" });
    expect([await find("天"), await find("later 天气")]).toEqual([[id], [id]]);
  });

  test("each two characters of a text find it, and two that are not neighbours there do not", async ({
    expect,
  }) => {
    const letters = Array.from("天地人日本語かなカナ한국어말ーๆ𠀀𠮷々");
    const text = fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 12 });
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), async (characters, seed) => {
        sent += 1;
        const topic = `n${sent}`;
        const content = characters.join("");
        const id = await realm.send("alice", { topic, content });
        const near = (operand: string) =>
          realm.ids("alice", [
            ["search", operand],
            ["topic", topic],
          ]);
        const at = seed % (characters.length - 1);
        const length = 1 + (seed % (characters.length - at));
        expect(await near(characters.slice(at, at + length).join(""))).toEqual([id]);
        const pair = `${letters[seed % letters.length]}${letters[(seed * 7) % letters.length]}`;
        expect(await near(pair)).toEqual(content.includes(pair) ? [id] : []);
        const reversed = characters.toReversed().join("");
        expect(await near(reversed)).toEqual(reversed === content ? [id] : []);
      }),
      { numRuns: 25 },
    );
  });
});
