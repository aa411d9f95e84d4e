import { expect, test } from "vitest";

import { entryOf } from "../stream/entry.ts";
import { renderEvent } from "./render-event.ts";
import type { ClientEvent } from "./renderer.ts";

/**
 * Renders an event about channels of which the first is archived, for clients without and with the capability
 * `archived_channels`.
 */
function announced(event: ClientEvent & { readonly type: string }): unknown[] {
  const domain = {
    audience: { to: "everyone" as const },
    event,
    internal: { archived_channels: [1] },
  };
  const entry = entryOf({ service: "channels", realm: 1, xid: "7", events: [domain] }, 1, 1);
  return [false, true].map((knows) => {
    const options = {
      applyMarkdown: false,
      capabilities: { archived_channels: knows, empty_topic_name: true },
      clientGravatar: true,
      emptyTopicName: "general chat",
      eventTypes: null,
      includeSubscribers: false,
      slimPresence: false,
    };
    return entry.events.flatMap((one) =>
      renderEvent(one, options).map((text) => JSON.parse(`${text}}`) as unknown),
    );
  });
}

const deleted = (...ids: number[]) => ({
  type: "stream",
  op: "delete",
  streams: ids.map((stream_id) => ({ stream_id })),
  stream_ids: ids,
});
const removed = (...ids: number[]) => ({
  type: "subscription",
  op: "remove",
  subscriptions: ids.map((stream_id) => ({ stream_id, name: `n${stream_id}` })),
});
const left = (...ids: number[]) => ({
  type: "subscription",
  op: "peer_remove",
  stream_ids: ids,
  user_ids: [2],
});

test("clients without it hear of no archived channel (docs/behaviour/events.md#client-capabilities)", () => {
  const about = { stream_id: 1 };
  const events = [
    { type: "stream", op: "update", ...about, property: "name", name: "a", value: "b" },
    { type: "subscription", op: "update", ...about, property: "is_muted", value: true },
    { type: "user_topic", ...about, topic_name: "lunch", visibility_policy: 0 },
    { ...left(1), op: "peer_add" },
    left(1),
    removed(1),
    deleted(1),
  ];
  for (const event of events) expect(announced(event)).toEqual([[], [event]]);
});

test.each([left, removed, deleted])(
  "only what an event says of other channels is left for them (docs/behaviour/events.md#client-capabilities): %o",
  (about) => {
    expect(announced(about(1, 2))).toEqual([[about(2)], [about(1, 2)]]);
  },
);
