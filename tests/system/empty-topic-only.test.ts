import { describe, test } from "vitest";

import { useOwner } from "./in-process/use-owner.ts";

const owner = useOwner();
const rounds = 6;

describe("a channel for the empty topic alone (docs/behaviour/channels.md#topic-policy)", () => {
  test("a channel is for the empty topic alone or gets a message in another, never both, also at the same moment", async ({
    expect,
  }) => {
    const client = owner();
    for (let round = 0; round < rounds; round += 1) {
      // So its first notice is in the empty topic too.
      const { id } = await client.post("/channels/create", {
        name: `channel ${round}`,
        subscribers: [],
        topics_policy: "empty_topic_only",
      });
      const setPolicy = (topics_policy: string) =>
        client.patch(`/streams/${Number(id)}`, { topics_policy });
      const send = (topic: string) =>
        client.post("/messages", { type: "stream", to: id, topic, content: "hi" });
      expect(await setPolicy("allow_empty_topic")).toMatchObject({ result: "success" });
      expect(await send("")).toMatchObject({ result: "success" });
      const before = Array.from({ length: round % 4 }, () => send("Lunch"));
      const changing = setPolicy("empty_topic_only");
      const sending = Array.from({ length: 4 }, () => send("Lunch"));
      const sent = await Promise.all([...before, ...sending]);
      const changed = await changing;
      const { topics } = await client.get(`/users/me/${Number(id)}/topics`, {
        allow_empty_topic_name: true,
      });
      const named = (topics as readonly { readonly name: string }[]).filter(
        ({ name }) => name !== "",
      );
      if (changed.result === "success") {
        expect(named).toEqual([]);
        for (const answer of sent)
          expect(answer.msg).toBe("Only the general chat topic is allowed in this channel.");
      } else {
        expect(changed).toMatchObject({ code: "CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY" });
        expect(named).toHaveLength(1);
        for (const answer of sent) expect(answer).toMatchObject({ result: "success" });
      }
    }
  });
});
