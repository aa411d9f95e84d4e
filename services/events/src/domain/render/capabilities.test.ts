import { describe, test } from "vitest";

import type { RenderOptions } from "./renderer.ts";
import { rendererOf } from "./renderers.ts";

const old: RenderOptions = {
  applyMarkdown: true,
  capabilities: {},
  clientGravatar: true,
  emptyTopicName: "general chat",
  eventTypes: null,
  includeSubscribers: false,
  slimPresence: true,
};
const modern = {
  ...old,
  capabilities: {
    empty_topic_name: true,
    bulk_message_deletion: true,
    stream_typing_notifications: true,
  },
};
const audience = { to: "everyone" } as const;

function forms(event: Record<string, unknown> & { type: string }) {
  const renderer = rendererOf(event.type);
  const domain = { audience, event };
  return {
    variants: new Set([renderer.variant(old), renderer.variant(modern)]).size,
    old: renderer.render(domain, old),
    modern: renderer.render(domain, modern),
  };
}

describe("a client without the capability", () => {
  test("a client without bulk_message_deletion gets one event for each deleted message", ({
    expect,
  }) => {
    const place = { message_type: "stream", stream_id: 1 };
    const event = { type: "delete_message", message_ids: [3, 4], topic: "", ...place };
    const rendered = forms(event);
    expect(rendered.variants).toBe(2);
    expect(rendered.modern).toEqual([event]);
    expect(rendered.old).toEqual([
      { type: "delete_message", message_id: 3, topic: "general chat", ...place },
      { type: "delete_message", message_id: 4, topic: "general chat", ...place },
    ]);
    const direct = { type: "delete_message", message_ids: [3], message_type: "private" };
    expect(forms(direct).old).toEqual([
      { type: "delete_message", message_id: 3, message_type: "private" },
    ]);
  });

  test("a client without empty_topic_name sees the name of the empty topic in moves", ({
    expect,
  }) => {
    const moved = { type: "update_message", orig_subject: "t", subject: "" };
    expect(forms(moved).old).toEqual([{ ...moved, subject: "general chat" }]);
    expect(forms(moved).modern).toEqual([moved]);
    const edited = { type: "update_message", content: "x" };
    expect(forms(edited).old).toEqual([edited]);
  });

  test("a client without stream_typing_notifications is not told of typing in channels", ({
    expect,
  }) => {
    const channel = { type: "typing", message_type: "stream", stream_id: 1, topic: "" };
    expect(forms(channel).old).toEqual([]);
    expect(forms(channel).modern).toEqual([channel]);
    const edited = { type: "typing_edit_message", recipient: { type: "channel", topic: "" } };
    expect(forms(edited).old).toEqual([
      { ...edited, recipient: { type: "channel", topic: "general chat" } },
    ]);
    const direct = { type: "typing", message_type: "direct", recipients: [] };
    expect(forms(direct).old).toEqual([direct]);
  });
});
