import { nextLook } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Client } from "./client.ts";
import { useOwner } from "./in-process/use-owner.ts";

const owner = useOwner();

/** Ids of the channel's messages, ascending. */
async function messagesOf(client: Client, channelId: number): Promise<readonly number[]> {
  const narrow = [{ operator: "channel", operand: channelId }];
  const asked = { narrow, anchor: "oldest", num_before: 0, num_after: 100 };
  const { messages } = await client.get("/messages", asked);
  return (messages as readonly { readonly id: number }[]).map(({ id }) => id);
}

/** Resolves when the channel is said to begin with this message. */
async function untilFirst(client: Client, channelId: number, first: number | null): Promise<void> {
  for (;;) {
    const { stream } = await client.get(`/streams/${channelId}`);
    if ((stream as { readonly first_message_id: number | null }).first_message_id === first) return;
    await nextLook();
  }
}

describe("the first message of a channel (docs/behaviour/channels.md#activity-of-a-channel)", () => {
  test("a channel begins with its oldest message, whatever was talked, deleted and said again just before", async ({
    expect,
  }) => {
    const client = owner();
    const { id } = await client.post("/channels/create", { name: "talk", subscribers: [] });
    const channelId = Number(id);
    const send = async (content: string) => {
      const answer = await client.post("/messages", {
        type: "stream",
        to: id,
        topic: "t",
        content,
      });
      expect(answer).toMatchObject({ result: "success" });
      return Number(answer["id"]);
    };
    for (let round = 0; round < 3; round += 1) {
      const sent = [];
      for (const content of ["this", "that", "and the other"]) sent.push(await send(content));
      const messages = await messagesOf(client, channelId);
      expect(messages.slice(-3)).toEqual(sent);
      await untilFirst(client, channelId, messages[0] ?? null);
      for (const message of messages)
        expect(await client.delete(`/messages/${message}`)).toMatchObject({ result: "success" });
      if (round > 0) await untilFirst(client, channelId, null);
    }
  });
});
