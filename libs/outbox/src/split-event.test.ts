import { bundle, type DomainEvent, encodeAudience } from "@team-chat/contract";
import { describe, expect, test } from "vitest";

import { renderEvents } from "./rows.ts";

const audience = encodeAudience([1]);
const long = "x".repeat(2000);
const ids = Array.from({ length: 2000 }, (_, at) => at);

/** Events that are too long for one message, with what a client makes of them. */
const divided: readonly [string, DomainEvent["event"], (event: DomainEvent["event"]) => unknown][] =
  [
    [
      "new subscriptions",
      { type: "subscription", op: "add", subscriptions: ids.map((id) => ({ id, long })) },
      ({ subscriptions }) => subscriptions,
    ],
    [
      "new channels",
      { type: "stream", op: "create", streams: ids.map((id) => ({ id, long })) },
      ({ streams }) => streams,
    ],
    [
      "channels that are gone",
      {
        type: "stream",
        op: "delete",
        streams: ids.map((id) => ({ stream_id: id, long })),
        stream_ids: ids,
      },
      ({ stream_ids, streams }) =>
        (streams as object[]).map((one, at) => ({ one, id: (stream_ids as number[])[at] })),
    ],
    [
      "messages that are unread again",
      {
        type: "update_message_flags",
        op: "remove",
        flag: "read",
        messages: ids,
        message_details: Object.fromEntries(ids.map((id) => [id, { long }])),
      },
      ({ message_details, messages }) =>
        (messages as number[]).map((id) => [id, (message_details as Record<string, object>)[id]]),
    ],
  ];

describe("an event that is too long for one message", () => {
  test.for(divided)(
    "a long event of %s is told in parts that say the same together",
    ([, event, announced]) => {
      const rows = renderEvents([{ audience, event, internal: { kept: 1 } }]);
      const parts = rows.flatMap((row) => bundle.shape.events.parse(JSON.parse(row.events)));
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts) {
        expect(JSON.stringify(part).length).toBeLessThanOrEqual(1_000_000);
        expect(part).toMatchObject({
          audience,
          internal: { kept: 1 },
          event: { type: event.type },
        });
      }
      expect(parts.flatMap((part) => announced(part.event))).toEqual(announced(event));
    },
  );

  test("a long event with two lists is divided along the longer one", () => {
    const event = {
      type: "subscription",
      op: "peer_add",
      stream_ids: [1, 2],
      user_ids: Array.from({ length: 300_000 }, (_, at) => at),
    };
    const parts = renderEvents([{ audience, event }]).flatMap((row) =>
      bundle.shape.events.parse(JSON.parse(row.events)),
    );
    expect(parts.map(({ event: { stream_ids } }) => stream_ids)).toEqual(parts.map(() => [1, 2]));
    expect(parts.flatMap(({ event: { user_ids } }) => user_ids)).toEqual(event.user_ids);
  });

  test("a long event that says one thing is published as long as a message can carry it, else refused", () => {
    const event = (length: number) => ({
      audience,
      event: { type: "stream", op: "create", streams: [{ long: "x".repeat(length) }] },
    });
    expect(renderEvents([event(5_000_000)])).toHaveLength(1);
    expect(() => renderEvents([event(8_000_000)])).toThrow(
      "An event of type stream is too large to be published.",
    );
  });
});
