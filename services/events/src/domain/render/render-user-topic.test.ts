import { test } from "vitest";

import { userTopicRenderer } from "./render-channels.ts";

const options = {
  applyMarkdown: false,
  clientGravatar: true,
  emptyTopicName: "general chat",
  eventTypes: null,
  includeSubscribers: false,
  slimPresence: false,
};

test("preferences for an unarchived channel are told to clients that lost them with it", ({
  expect,
}) => {
  const event = { type: "user_topic", stream_id: 1, topic_name: "lunch", visibility_policy: 1 };
  const domain = { audience: { to: "everyone" }, event } as const;
  const back = { ...domain, internal: { without_capability: "archived_channels" } };
  const old = { ...options, capabilities: {} };
  const knowing = { ...options, capabilities: { archived_channels: true } };
  expect(userTopicRenderer.variant(old)).not.toBe(userTopicRenderer.variant(knowing));
  expect([old, knowing].map((one) => userTopicRenderer.render(back, one))).toEqual([[event], []]);
  expect(userTopicRenderer.render(domain, knowing)).toEqual([event]);
});
