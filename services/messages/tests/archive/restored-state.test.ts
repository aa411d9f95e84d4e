// Deleting and restoring leaves everything as a plain recount says that never heard of it.
import { deleteMessage, deleteTopic, restoreMessages } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import fc from "fast-check";
import { test } from "vitest";

import { act } from "../model/acts.ts";
import { compareNarrows, compareRegister } from "../model/compare.ts";
import { Model, people } from "../model/model.ts";
import { perform, type Stage } from "../model/perform.ts";
import { World } from "../world.ts";

// What is remembered of unread messages takes part.
const unreadLimits = { maxUnread: 50_000, maxAsked: 2, maxRemembered: 30 };
const world = useWorld(() => World.create({ unreadLimits }));

function newStage(): Stage {
  const realm = world().realm();
  realm.data.setUser(1, { role: 200 });
  realm.data.setChannel(3, { name: "3", isPrivate: true, historyPublicToSubscribers: true });
  realm.data.setChannel(5, { name: "5", isPrivate: true, historyPublicToSubscribers: false });
  const model = new Model();
  for (const user of people) model.subscribe(user, 1);
  for (const channel of [2, 3, 5]) {
    realm.data.setMembership(1, channel);
    model.subscribe(1, channel);
  }
  return { realm, model };
}

const deletion = fc.oneof(
  fc.record({ kind: fc.constant("message" as const), nth: fc.nat({ max: 12 }) }),
  fc.record({ kind: fc.constant("topic" as const), nth: fc.nat({ max: 12 }) }),
);

/** Deletes a message or its topic, in the service alone; returns how to bring it back. */
async function remove(
  { model, realm }: Stage,
  { kind, nth }: { readonly kind: "message" | "topic"; readonly nth: number },
): Promise<{ message_id: number } | { stream_id: number; topic: string } | null> {
  const inChannels = model.all().filter(({ channel }) => channel !== null);
  const chosen = inChannels.at(-1 - (nth % (inChannels.length || 1)));
  if (chosen === undefined || chosen.channel === null) return null;
  const at = { stream_id: chosen.channel, topic: chosen.topic };
  if (kind === "topic") {
    const asked = { stream_id: at.stream_id, topic_name: at.topic };
    const gone = await realm.request("alice", deleteTopic, asked).catch(() => null);
    return gone === null ? null : at;
  }
  const asked = { message_id: chosen.id };
  const gone = await realm.request("alice", deleteMessage, asked).catch(() => null);
  return gone === null ? null : asked;
}

test("what was deleted and restored is as if it had never gone (docs/behaviour/moderation.md#restoring-messages)", async ({
  expect,
}) => {
  const property = fc.asyncProperty(
    fc.array(act, { minLength: 3, maxLength: 30, size: "max" }),
    fc.array(deletion, { minLength: 1, maxLength: 5 }),
    async (acts, deletions) => {
      const stage = newStage();
      const { realm } = stage;
      await realm.ids("alice");
      for (const doing of acts) if (doing.kind !== "delete") await perform(stage, doing);
      const gone = [];
      for (const one of deletions) {
        gone.push(await remove(stage, one));
        // Processes remember what is unread while it is gone.
        for (const user of people) await realm.register(user);
      }
      for (const one of gone.toReversed())
        // A topic may have brought it back already.
        if (one !== null)
          await realm.request("alice", restoreMessages, one).catch((error: unknown) => {
            expect(error).toMatchObject({ message: "There is nothing to restore." });
          });
      for (const user of people) {
        await compareRegister(stage, user, expect);
        await compareNarrows(stage, user, expect);
      }
    },
  );
  await expect(fc.assert(property, { numRuns: 12 })).resolves.toBeUndefined();
});
