import { type DomainEvent, unknownUserAvatar } from "@team-chat/contract";
import { describe, test } from "vitest";

import { maskActor } from "./mask-actor.ts";

const facts: Pick<DomainEvent, "audience" | "strangers"> = {
  audience: { to: "everyone" },
  strangers: { ids: [4], email: "user5@localhost" },
};

describe("events of somebody unknown to the reader (docs/behaviour/messages.md#sender-and-avatar)", () => {
  test("events of somebody unknown do not say who sent a message, nor who reacted", ({
    expect,
  }) => {
    const message = {
      id: 9,
      sender_id: 5,
      sender_full_name: "Five",
      sender_email: "five@example.com",
      avatar_url: "https://avatars.example/5",
      avatar_is_gravatar: true,
      content: "hi",
    };
    expect(maskActor({ ...facts, event: { type: "message", message } }).event).toEqual({
      type: "message",
      message: {
        ...message,
        sender_full_name: "Unknown user",
        sender_email: "user5@localhost",
        avatar_url: unknownUserAvatar,
        avatar_is_gravatar: false,
      },
    });
    const user = { user_id: 5, email: "five@example.com", full_name: "Five" };
    const reaction = { type: "reaction", op: "add", user_id: 5, user };
    expect(maskActor({ ...facts, event: reaction }).event).toEqual({
      ...reaction,
      user: { user_id: 5, email: "user5@localhost", full_name: "Unknown user" },
    });
  });

  test("events of somebody unknown to the reader stay as they are but for that", ({ expect }) => {
    const event = { type: "update_message", user_id: 5 };
    expect(maskActor({ ...facts, event }).event).toEqual(event);
  });
});
