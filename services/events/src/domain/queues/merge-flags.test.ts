import { describe, test } from "vitest";

import { type QueueEvent, wholeText } from "./answers.ts";
import { mergeFlags } from "./merge-flags.ts";

function eventOf(id: number, fields: object): QueueEvent {
  return { text: JSON.stringify(fields).slice(0, -1), fields: `,"id":`, id };
}

function flags(id: number, fields: object = {}): QueueEvent {
  const add = { op: "add", operation: "add", flag: "starred", messages: [id], all: false };
  return eventOf(id, { type: "update_message_flags", ...add, ...fields });
}

function parsed(event: QueueEvent | null): unknown {
  return event && JSON.parse(wholeText(event));
}

const gone = { op: "remove", operation: "remove" };

describe("flag events that follow each other (docs/behaviour/events.md#merged-flag-events)", () => {
  test("several flag events stay two when they differ, when places are told, and when everything is meant", ({
    expect,
  }) => {
    const kept: readonly (readonly [QueueEvent | undefined, QueueEvent])[] = [
      [undefined, flags(1)],
      [eventOf(1, { type: "reaction", op: "add" }), flags(2)],
      [flags(1), eventOf(2, { type: "reaction", op: "add" })],
      [flags(1), flags(2, gone)],
      [flags(1, gone), flags(2)],
      [flags(1), flags(2, { flag: "collapsed" })],
      [flags(1, { flag: "read" }), flags(2, { flag: "read", messages: [], all: true })],
      [flags(1, { flag: "read", messages: [], all: true }), flags(2, { flag: "read" })],
      [flags(1, { ...gone, flag: "read" }), flags(2, { ...gone, flag: "read" })],
    ];
    expect(kept.map(([earlier, later]) => mergeFlags(earlier, later))).toEqual(
      kept.map(() => null),
    );
  });

  test("several flag events become one with all messages once and the id of the newest", ({
    expect,
  }) => {
    const merged = (earlier: QueueEvent, later: QueueEvent) => parsed(mergeFlags(earlier, later));
    expect(merged(flags(1, { messages: [5, 6] }), flags(9, { messages: [6, 4] }))).toEqual(
      parsed(flags(9, { messages: [5, 6, 4] })),
    );
    expect(merged(flags(1, gone), flags(2, gone))).toMatchObject({ messages: [1, 2], id: 2 });
    const read = { flag: "read" };
    expect(merged(flags(1, read), flags(2, read))).toMatchObject({ messages: [1, 2], id: 2 });
  });
});
