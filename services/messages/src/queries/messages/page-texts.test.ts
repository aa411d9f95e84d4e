import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { pageFrom, type PageTexts } from "./page-texts.ts";

const nothing: PageTexts = { messages: null, flags: null, reactions: null, ranges: null };
const row = (...columns: readonly (string | number)[]) => columns.join("\u0001");
const inner = (...columns: readonly (string | number)[]) => columns.join("\u0002");

describe("a page from the texts of the database", () => {
  test("a page is empty without messages", () => {
    expect(pageFrom(nothing)).toEqual([]);
  });

  test("a page from the texts of the database has each message with what belongs to it, ascending", () => {
    const page = pageFrom({
      messages: row(message(9), message(7, '"b \\" c"')),
      flags: row(9, 3),
      reactions: row(9, '{"a":1}', 7, '{"b":2}', 9, '{"c":3}'),
      ranges: row(5, "{[6,10)}", "{[6,8)}", 6, "{[1,99)}", "{}"),
    });
    expect(page).toMatchObject([
      { id: 7, shared: { ...shared, topic: 'b " c' }, bits: 0, received: true, read: true },
      { id: 9, shared, bits: 3, received: true, read: false, mentionsEveryone: true },
    ]);
    expect(page[1]?.changes).toEqual({ editedAt: 17, movedAt: null, editHistory: null });
    expect(page.map(({ json }) => JSON.parse(`{${json}}`))).toMatchObject([
      { id: 7, content: "<p>7</p>", reactions: [{ b: 2 }] },
      { reactions: [{ a: 1 }, { c: 3 }] },
    ]);
  });

  test("a page has one object for messages of one sender in one topic, and all that is seldom there", () => {
    const changes = inner(0, 18, '[{"at":1}]');
    const direct = row(1, 0, 1, inner(6, 0, 4, "[4,3]", '""'), '"id":1,"content":"hi"', changes);
    const page = pageFrom({
      ...nothing,
      messages: row(message(4), message(2), direct, message(3, '"T"')),
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
      changes: { editedAt: null, movedAt: 18, editHistory: [{ at: 1 }] },
      mentionsEveryone: false,
      json: '"id":1,"content":"hi","reactions":[]',
      hasSubmessages: true,
    });
    expect(second?.shared).toBe(fourth?.shared);
    expect(third?.shared.topic).toBe("T");
    expect(page.map(({ changes: seldom }) => seldom?.movedAt)).toEqual([18, null, null, null]);
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
          messages: row(...ids.map((id) => message(id))),
          ranges: row(5, "{}", `{${pairs.map(([from, to]) => `[${from},${to})`).join(",")}}`),
        });
        const read = page.filter((one) => one.read).map(({ id }) => id);
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
  const own = `"id":${id},"content":"<p>${id}</p>"`;
  return row(id, 1, 0, inner(5, 2, 3, "null", topic), own, inner(17, 0, "null"));
}
