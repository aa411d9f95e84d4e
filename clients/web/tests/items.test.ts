import { describe, test } from "vitest";

import type { LoadedMessage, Timeline } from "../src/state/state.ts";
import { firstScreen, itemsOf } from "../src/views/messages/items.ts";

const count = 100;
const message = (id: number) =>
  ({
    id,
    type: "stream",
    stream_id: 1,
    subject: "lunch",
    sender_id: 1,
    timestamp: 1_700_000_000 + id,
    flags: [],
  }) as unknown as LoadedMessage;
const ids = Array.from({ length: count }, (_, at) => at + 1);
const timeline: Timeline = {
  narrow: { kind: "topic", channelId: 1, topic: "lunch" },
  ids,
  foundOldest: true,
  foundNewest: true,
  firstUnread: null,
  isStale: false,
  found: new Map(),
};
const messages = new Map(ids.map((id) => [id, message(id)]));
const items = itemsOf(timeline, { me: 1, messages }, () => false);
const keysFrom = (start: number | null) => firstScreen(items, start, 780).map(({ key }) => key);

describe("what is drawn first of a conversation (docs/subsystems/web-client.md#what-is-in-the-page)", () => {
  test("a list that opens at its end begins with its newest messages", ({ expect }) => {
    expect(keysFrom(null)).toHaveLength(30);
    expect(keysFrom(null).at(-1)).toBe("100");
  });

  test("a list that opens at a message begins with that, some above it, and more below", ({
    expect,
  }) => {
    expect(keysFrom(50)[0]).toBe("35");
    expect(keysFrom(50).at(-1)).toBe("79");
    expect(keysFrom(2).slice(0, 3)).toEqual(["day 1", "1", "2"]);
    expect(keysFrom(99).at(-1)).toBe("100");
  });

  test("a short list is drawn as a whole", ({ expect }) => {
    expect(firstScreen(items.slice(0, 10), null, 780)).toEqual(items.slice(0, 10));
  });
});
