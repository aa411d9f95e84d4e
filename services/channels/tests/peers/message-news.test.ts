import { test } from "vitest";

import { readMessageNews } from "../../src/consumers/message-news.ts";

const textOf = (...events: readonly object[]) =>
  JSON.stringify({
    service: "messages",
    realm: 3,
    xid: "1",
    events: events.map((event) => ({ audience: { to: "everyone" }, event })),
  });
const sent = (id: number, rest: object) => ({ type: "message", message: { id, ...rest } });
const removed = { type: "delete_message", stream_id: 8, message_ids: [5] };

test("of messages sent, the channels and the first id are read", ({ expect }) => {
  const text = textOf(sent(41, { stream_id: 7 }), sent(40, {}), sent(42, { stream_id: 7 }));
  const events = [{ type: "message", channelIds: [7], firstId: 40 }];
  expect(readMessageNews(text)).toEqual({ realm: 3, events });
});

test("what somebody wrote is never taken for news", ({ expect }) => {
  const content = '"type":"delete_message" "realm":9,"message":{"id":1,"stream_id":2';
  const events = [{ type: "message", channelIds: [7], firstId: 40 }];
  expect(readMessageNews(textOf(sent(40, { content, stream_id: 7 })))).toEqual({
    realm: 3,
    events,
  });
  expect(readMessageNews(textOf({ type: "reaction", content }))).toEqual({ realm: 3, events: [] });
});

test("what was removed or moved is told beside what was sent with it", ({ expect }) => {
  const edited = { type: "update_message", stream_id: 8, message_ids: [6] };
  const moved = { ...edited, new_stream_id: 9 };
  const { events } = readMessageNews(textOf(sent(40, { stream_id: 7 }), removed, edited, moved));
  expect(events).toMatchObject([{ type: "message", firstId: 40 }, removed, moved]);
});
