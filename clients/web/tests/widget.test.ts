import { describe, test } from "vitest";

import type { LoadedMessage } from "../src/state/state.ts";
import { widgetOf } from "../src/views/messages/widget-state.ts";

const message = (first: object, ...rest: readonly (readonly [number, object])[]) =>
  ({
    sender_id: 1,
    submessages: [[1, first] as const, ...rest].map(([sender_id, content], id) => ({
      id,
      sender_id,
      message_id: 5,
      msg_type: "widget",
      content: JSON.stringify(content),
    })),
  }) as unknown as LoadedMessage;

describe("a widget of submessages (docs/behaviour/messages.md#polls-and-widgets)", () => {
  test("a poll counts the votes of each person once, and only its sender changes the question", ({
    expect,
  }) => {
    const poll = message(
      { widget_type: "poll", extra_data: { question: "Tea?", options: ["yes"] } },
      [2, { type: "new_option", idx: 1, option: "no" }],
      [2, { type: "vote", key: "canned,0", vote: 1 }],
      [2, { type: "vote", key: "canned,0", vote: 1 }],
      [3, { type: "vote", key: "2,1", vote: 1 }],
      [3, { type: "vote", key: "2,1", vote: -1 }],
      [3, { type: "question", question: "Coffee?" }],
    );
    expect(widgetOf(poll)).toEqual({
      kind: "poll",
      title: "Tea?",
      lines: [
        { key: "canned,0", text: "yes", voters: [2], isDone: false },
        { key: "2,1", text: "no", voters: [], isDone: false },
      ],
    });
  });

  test("a to-do list ticks tasks off and on", ({ expect }) => {
    const list = message(
      {
        widget_type: "todo",
        extra_data: { task_list_title: "Day", tasks: [{ task: "wake", desc: "" }] },
      },
      [2, { type: "strike", key: "0,canned" }],
    );
    expect(widgetOf(list)?.lines).toEqual([
      { key: "0,canned", text: "wake", voters: [], isDone: true },
    ]);
  });

  test("anything else is no widget", ({ expect }) => {
    expect(widgetOf(message({ widget_type: "zform" }))).toBeNull();
  });
});
