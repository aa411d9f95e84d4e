import { reportMessage } from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

type Report = ParamInputs<typeof reportMessage.params>;

function withModerators(): Realm {
  const realm = world().realm();
  realm.data.addNotificationBot(9);
  realm.data.setSetting("moderation_request_channel_id", 3);
  realm.data.setMembership(4, 3);
  return realm;
}

function report(realm: Realm, userId: number, params: Report) {
  return realm.request(userId, reportMessage, params);
}

describe("a report is refused and nobody told (docs/behaviour/messages.md#reporting-messages)", () => {
  test("a report is refused where the organization has no channel for it", async ({ expect }) => {
    const realm = withModerators();
    realm.data.setSetting("moderation_request_channel_id", -1);
    const id = await realm.send("bob");
    await expect(report(realm, 1, { message_id: id, report_type: "spam" })).rejects.toThrow(
      "Moderation request channel must be specified to enable message reporting.",
    );
  });

  test("a report is refused of another type, without explanation, or with too long a one", async ({
    expect,
  }) => {
    const realm = withModerators();
    const id = await realm.send("bob");
    const type = "boring" as "other";
    await expect(report(realm, 1, { message_id: id, report_type: type })).rejects.toThrow(
      "Invalid report_type",
    );
    await expect(
      report(realm, 1, { message_id: id, report_type: "other", description: " " }),
    ).rejects.toThrow("An explanation must be provided.");
    await expect(
      report(realm, 1, { message_id: id, report_type: "spam", description: "x".repeat(1001) }),
    ).rejects.toThrow("description is too long (limit: 1000 characters)");
    expect(await realm.eventsOf("message")).toHaveLength(1);
  });

  test("a report is refused of messages that one may not read", async ({ expect }) => {
    const realm = withModerators();
    const id = await realm.direct("bob", [3]);
    await expect(report(realm, 1, { message_id: id, report_type: "spam" })).rejects.toThrow(
      "Invalid message(s)",
    );
  });
});

describe("a report (docs/behaviour/messages.md#reporting-messages)", () => {
  test("a report is sent by the notification bot where only moderators read it", async ({
    expect,
  }) => {
    const realm = withModerators();
    const id = await realm.send("bob", { content: "buy ```x``` now" });
    await report(realm, 1, { message_id: id, report_type: "spam", description: "again" });
    const { messages } = await realm.fetch("guest", {
      apply_markdown: false,
      narrow: [{ operator: "channel", operand: 3 }],
    });
    expect(messages).toMatchObject([{ sender_id: 9, subject: "User 2 moderation requests" }]);
    expect(messages[0]?.content).toBe(
      [
        `@_**User 1|1** reported a [message](#narrow/channel/1-general/topic/t/near/${id}) sent by @_**User 2|2**.`,
        "- Reason: **Spam**",
        "- Notes:",
        "````quote",
        "again",
        "````",
        "````spoiler **Message sent by @_**User 2|2****",
        "buy ```x``` now",
        "````",
      ].join("\n"),
    );
    expect(await realm.heard("bob")).toEqual([id]);
  });

  test("a report of a direct message says so", async ({ expect }) => {
    const realm = withModerators();
    const id = await realm.direct("bob", [1]);
    await report(realm, 1, { message_id: id, report_type: "harassment" });
    const { messages } = await realm.fetch("guest", {
      apply_markdown: false,
      narrow: [{ operator: "channel", operand: 3 }],
    });
    expect(messages[0]?.content).toContain("reported a direct message sent by @_**User 2|2**.");
  });
});
