// Searches of more messages than are looked through (docs/adr/0051-words-by-blocks.md).
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import fc from "fast-check";
import { beforeAll, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const count = 12_000;
/** Between ids of neighbouring messages: all of them are of nine blocks, */
const gap = 12;
/** and there is more before some of them than one part of the index has, the first or any further one. */
const pauses = [
  { before: count / 4, ids: 4_100_000 },
  { before: count / 2, ids: 1_100_000 },
];
/** Words by how many messages there are for each that has them. */
const words = { bko: 2, cko: 9, dko: 25, lko: 100, fko: 1100, gko: 5000, hko: 20_000 } as const;
const names = Object.keys(words) as (keyof typeof words)[];
const places = ["general", "random"] as const;

interface Kept {
  readonly id: number;
  readonly place: (typeof places)[number];
  readonly number: number;
}

let realm: Realm;
let kept: readonly Kept[];

/** Writes messages to two channels in turns, three to one and one to the other; every second one is not in ASCII. */
beforeAll(async () => {
  realm = world().realm();
  realm.data.setMembership(1, 2);
  const first: number[] = [];
  for (const to of places) first.push(await realm.send("alice", { to, content: "The first" }));
  const start = Math.max(...first);
  const texts = Array.from({ length: count }, (_, index) => {
    const own = names.filter((name) => (index + 1) % words[name] === 0);
    return [index % 2 === 0 ? "à" : "a", ...own].join(" ");
  });
  const pausesBefore = (index: number) =>
    pauses.reduce((sum, { before, ids }) => (index < before ? sum : sum + ids), 0);
  const ids = texts.map((_, index) => start + (index + 1) * gap + pausesBefore(index));
  await world().db.query(sql.unsafe`
    insert into message (realm_id, id, recipient_id, channel_id, sender_id, topic, content, rendered_content, client, sent_at,
      is_me, has_link, has_image, has_attachment, mentions_everyone)
    select like_this.realm_id, place.id, like_this.recipient_id, like_this.channel_id, like_this.sender_id,
      like_this.topic, text, '<p>' || text || '</p>', like_this.client, like_this.sent_at, false, false, false, false, false
    from unnest(${sql.array(texts, "text")}) with ordinality as line(text, n)
      join unnest(${sql.array(ids, "int8")}) with ordinality as place(id, n) using (n)
      join message like_this on like_this.realm_id = ${realm.id}
        and like_this.id = (array[${first[0] ?? 0}::int8, ${first[1] ?? 0}])[case when n % 4 = 0 then 2 else 1 end]`);
  await world().db.query(sql.unsafe`
    update user_recipient set received = received + int8multirange(int8range(${start}, ${start + (count + 1) * gap + pausesBefore(count)}))
    where realm_id = ${realm.id} and received @> any(${sql.array(first, "int8")})`);
  kept = ids.map((id, index) => ({
    id,
    place: (index + 1) % 4 === 0 ? "random" : "general",
    number: index + 1,
  }));
});

interface Search {
  readonly who: "alice" | "bob";
  readonly word: keyof typeof words;
  readonly place: Kept["place"] | null;
  /** Place of the message where it begins, in the order of all. */
  readonly anchor: number;
  readonly before: number;
  readonly after: number;
}

/** A search from a message on, and how many are wanted on both sides. */
const searches: fc.Arbitrary<Search> = fc.record({
  who: fc.constantFrom("alice" as const, "bob" as const),
  // Of one the nearest 3,000 messages have some and not enough, so that a stretch beyond them decides.
  word: fc.constantFrom(...names, "dko" as const, "dko" as const, "dko" as const),
  place: fc.constantFrom(null, ...places),
  anchor: fc.integer({ min: 0, max: count - 1 }),
  before: fc.integer({ min: 0, max: 250 }),
  after: fc.integer({ min: 0, max: 250 }),
});

describe("a search of a long history (docs/behaviour/narrows.md#search)", () => {
  test("the nearest messages with a word are found, however rare it is and wherever the search begins", async ({
    expect,
  }) => {
    const run = async ({ after, anchor, before, place, who, word }: Search) => {
      const at = kept[anchor]?.id ?? 0;
      const found = kept.filter(
        (one) =>
          one.number % words[word] === 0 &&
          (place === null ? who === "alice" || one.place === "general" : one.place === place),
      );
      const ids = found.map(({ id }) => id);
      const earlier = ids.filter((id) => id < at);
      const expected = [
        ...earlier.slice(Math.max(0, earlier.length - before)),
        ...ids.filter((id) => id === at),
        ...ids.filter((id) => id > at).slice(0, after),
      ];
      const narrow = [["search", word], ...(place === null ? [] : [["channel", place]])];
      const range = { anchor: String(at), num_before: before, num_after: after };
      const { messages } = await realm.fetch(who, { ...range, narrow });
      expect(messages.map(({ id }) => id)).toEqual(expected);
    };
    await fc.assert(fc.asyncProperty(searches, run), { numRuns: 100 });
  });
});
