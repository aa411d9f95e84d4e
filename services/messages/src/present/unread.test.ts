import { test } from "vitest";

import { IdStretch } from "../domain/unread/id-list.ts";
import { renderUnread } from "./unread.ts";

const conversation = (...participants: number[]) => ({
  channelId: null,
  participants,
  topic: "",
  ids: IdStretch.of([7]),
});

test("direct conversations with unread messages stand in the order of their people, however they were found (docs/behaviour/unread.md#unread-summary)", ({
  expect,
}) => {
  const topics = [
    conversation(1, 12),
    conversation(1, 3, 4),
    conversation(1, 2, 4),
    conversation(1, 3),
    conversation(1),
  ];
  const unread = { topics, mentions: [], isCut: false };
  const reader = { userId: 1, emptyTopicName: "", isMuted: () => false };
  expect(JSON.parse(renderUnread(unread, reader))).toMatchObject({
    pms: [1, 3, 12].map((id) => ({ other_user_id: id })),
    huddles: ["1,2,4", "1,3,4"].map((ids) => ({ user_ids_string: ids })),
  });
});
