import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { pageFrom, type PageTexts } from "./page-texts.ts";

const nothing: PageTexts = { messages: null, flags: null, reactions: null, ranges: null };

describe("a page from the texts of the database", () => {
  test("a page is empty without messages", () => {
    expect(pageFrom(nothing)).toEqual([]);
  });

  test("a page from the texts of the database has each message with what belongs to it, ascending", () => {
    const page = pageFrom({
      messages: [message(9), message(7, '"b \\" c"')].join("\u0002"),
      flags: "9,3",
      reactions: '9\u0002{"a":1}\u00017\u0002{"b":2}\u00019\u0002{"c":3}',
      ranges: "5\u0002{[6,10)}\u0002{[6,8)}\u00016\u0002{[1,99)}\u0002{}",
    });
    expect(page).toMatchObject([
      { id: 7, shared: { ...shared, topic: 'b " c' }, bits: 0, received: true, read: true },
      { id: 9, shared, bits: 3, received: true, read: false, mentionsEveryone: true, editedAt: 17 },
    ]);
    expect(page.map(({ json }) => JSON.parse(`{${json}}`))).toMatchObject([
      { id: 7, content: "<p>7</p>", reactions: [{ b: 2 }] },
      { reactions: [{ a: 1 }, { c: 3 }] },
    ]);
  });

  test("a page has one object for messages of one sender in one topic, and all that is seldom there", () => {
    const seldom = ["0", "18", '[{"at":1}]', "[4,3]"].join("\u0003");
    const direct = ["1", "2", "6", "0", "4", '""', '"id":1,"content":"hi"', seldom];
    const page = pageFrom({
      ...nothing,
      messages: [message(4), message(2), direct.join("\u0002"), message(3, '"T"')].join("\u0002"),
    });
    const [first, second, third, fourth] = page;
    expect(first).toMatchObject({
      shared: {
        recipientId: 6,
        channelId: null,
        senderId: 4,
        participants: [4, 3],
        topic: "",
      },
      editedAt: null,
      movedAt: 18,
      mentionsEveryone: false,
      editHistory: [{ at: 1 }],
      json: '"id":1,"content":"hi","reactions":[]',
      hasSubmessages: true,
    });
    expect(second?.shared).toBe(fourth?.shared);
    expect(third?.shared.topic).toBe("T");
  });

  test("a page from the texts of the database knows what is within ranges with holes, also those of the greatest ids", () => {
    const bounds = fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 0, maxLength: 20 });
    fc.assert(
      fc.property(bounds, fc.nat({ max: 1 }), (some, high) => {
        const first = high * (Number.MAX_SAFE_INTEGER - 100);
        const ends = some.toSorted((a, b) => a - b).map((bound) => first + bound);
        const pairs = Array.from({ length: ends.length >> 1 }, (_, at) =>
          ends.slice(2 * at, 2 * at + 2),
        );
        const ids = Array.from({ length: 62 }, (_, offset) => first + offset);
        const page = pageFrom({
          ...nothing,
          messages: ids.map((id) => message(id)).join("\u0002"),
          ranges: `5\u0002{}\u0002{${pairs.map(([from, to]) => `[${from},${to})`).join(",")}}`,
        });
        const read = page.filter((row) => row.read).map(({ id }) => id);
        expect(page.some(({ received }) => received)).toBe(false);
        expect(read).toEqual(
          ids.filter((id) => pairs.some(([from = 0, to = 0]) => from <= id && id < to)),
        );
      }),
    );
  });
});

const shared = { recipientId: 5, channelId: 2, senderId: 3, participants: null, topic: "t" };

/** One of recipient 5, as the database tells it: to everybody, edited. */
function message(id: number, topic = '"t"'): string {
  const seldom = ["17", "0", "", ""].join("\u0003");
  const own = `"id":${id},"content":"<p>${id}</p>"`;
  const parts = [String(id), "1", "5", "2", "3", topic, own, seldom];
  return parts.join("\u0002");
}
