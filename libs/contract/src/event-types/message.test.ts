import { describe, test } from "vitest";

import { presentMessage, type WideMessage } from "./message.ts";

const wide: WideMessage = {
  id: 7,
  type: "stream",
  sender_id: 3,
  sender_email: "member@example.com",
  sender_full_name: "Member",
  sender_realm_str: "",
  client: "website",
  timestamp: 1_700_000_000,
  recipient_id: 5,
  subject: "",
  topic_links: [],
  is_me_message: false,
  reactions: [],
  submessages: [],
  display_recipient: "general",
  stream_id: 2,
  content: "**hi**",
  rendered_content: "<p><strong>hi</strong></p>",
  avatar_url: "https://avatars.example/3",
  avatar_is_gravatar: true,
  edit_history: [{ user_id: 3, timestamp: 1, prev_topic: "", topic: "lunch" }],
};
const modern = { applyMarkdown: true, clientGravatar: false, emptyTopicName: "" };

describe("presentMessage", () => {
  test("presentMessage shows either the HTML or the Markdown, and says which", ({ expect }) => {
    expect(presentMessage(wide, modern)).toMatchObject({
      content: "<p><strong>hi</strong></p>",
      content_type: "text/html",
    });
    const raw = presentMessage(wide, { ...modern, applyMarkdown: false });
    expect(raw).toMatchObject({ content: "**hi**", content_type: "text/x-markdown" });
    expect(raw).not.toHaveProperty("rendered_content");
  });

  test("presentMessage leaves the avatar to the client only when the client wants it and can", ({
    expect,
  }) => {
    const lazy = { ...modern, clientGravatar: true };
    expect(presentMessage(wide, lazy).avatar_url).toBeNull();
    expect(presentMessage({ ...wide, avatar_is_gravatar: false }, lazy).avatar_url).toBe(
      wide.avatar_url,
    );
    expect(presentMessage(wide, modern).avatar_url).toBe(wide.avatar_url);
  });

  test("presentMessage names the empty topic everywhere, but only in channels", ({ expect }) => {
    const old = { ...modern, emptyTopicName: "general chat" };
    expect(presentMessage(wide, old)).toMatchObject({
      subject: "general chat",
      edit_history: [{ prev_topic: "general chat", topic: "lunch" }],
    });
    expect(presentMessage({ ...wide, type: "private" }, old).subject).toBe("");
  });
});
