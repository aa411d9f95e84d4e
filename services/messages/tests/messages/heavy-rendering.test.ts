import {
  audienceTest,
  createReminder,
  createScheduledMessage,
  getMessage,
  renderMessage,
  updateMessage,
  updateScheduledMessage,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { groups } from "../realm-data.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

/** Highlighting it takes a second when nobody breaks it off. */
const heavy = `\`\`\`java\n${"$".repeat(9900)}\n\`\`\``;
const plain = '<div class="codehilite" data-code-language="Java"><pre><span></span><code>$$$';
const code = "```py\nx = 1\n```";

const world = useWorld(() =>
  World.create({ renderer: { threads: 2, attemptMs: 200, overrunMs: 60_000 } }),
);

async function shown(realm: Realm, id: number): Promise<string> {
  return (await realm.request("alice", getMessage, { message_id: id })).message.content;
}

/** Counts how many of these are done by now. */
function counted(works: readonly Promise<unknown>[]): { readonly done: number } {
  const count = { done: 0 };
  for (const work of works)
    void Promise.allSettled([work]).then(() => {
      count.done += 1;
    });
  return count;
}

describe("a text that takes long to render (docs/subsystems/markdown.md)", () => {
  test("a text that takes long to render is sent, edited, scheduled and shown without its highlighting", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.addNotificationBot(9);
    const id = await realm.send("alice", { content: heavy });
    expect(await shown(realm, id)).toContain(plain);
    const edited = await realm.send("alice");
    await realm.request("alice", updateMessage, { message_id: edited, content: heavy });
    expect(await shown(realm, edited)).toContain(plain);
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 3600;
    const later = { type: "channel", to: 1, topic: "t", scheduled_delivery_timestamp } as const;
    const { scheduled_message_id } = await realm.request("alice", createScheduledMessage, {
      ...later,
      content: heavy,
    });
    await realm.request("alice", updateScheduledMessage, {
      scheduled_message_id,
      content: `${heavy}\n.`,
    });
    const note = heavy.slice(0, 500);
    await realm.request("alice", createReminder, {
      message_id: id,
      scheduled_delivery_timestamp,
      note,
    });
    const { rendered } = await realm.request("alice", renderMessage, { content: heavy });
    expect(rendered).toContain(plain);
  });

  test("a text that takes long to render keeps nobody else waiting, in no organization", async ({
    expect,
  }) => {
    const [hostile, other] = [world().realm(), world().realm()];
    const renders = Array.from({ length: 8 }, () =>
      hostile.request("bob", renderMessage, { content: heavy }),
    );
    const count = counted(renders);
    await other.send("alice", { content: "**short** and plain" });
    const id = await other.send("alice", { content: code });
    expect(await shown(other, id)).toContain('data-code-language="Python"');
    await hostile.send("alice", { content: "**short** and plain" });
    expect(count.done).toBeLessThan(8);
    await Promise.all(renders);
  });

  test("a text that takes long to render locks nothing while a message is given it", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    const before = Array.from({ length: 8 }, () =>
      realm.request("alice", renderMessage, { content: heavy }),
    );
    const editing = realm.request("alice", updateMessage, { message_id: id, content: heavy });
    const count = counted([editing]);
    await realm.send("bob");
    await realm.request("alice", updateMessage, { message_id: id, topic: "moved" });
    expect(count.done).toBe(0);
    await Promise.all([editing, ...before]);
    const { message } = await realm.request("alice", getMessage, { message_id: id });
    expect(message).toMatchObject({ subject: "moved", content: expect.stringContaining(plain) });
  });

  test("permission to send a text that takes long to render is decided by what holds once it is rendered", async ({
    expect,
  }) => {
    const realm = world().realm();
    const before = Array.from({ length: 8 }, () =>
      realm.request("alice", renderMessage, { content: heavy }),
    );
    const sent = realm.send("alice", { content: heavy });
    const refused = expect(realm.send("alice", { to: "random", content: heavy })).rejects.toThrow(
      "You do not have permission to post in this channel.",
    );
    const count = counted([sent, refused]);
    // What was asked before this has found the organization as it was.
    await realm.send("bob");
    realm.data.setUser(77);
    realm.data.setMembership(77, 1);
    realm.data.setChannel(2, { permissions: { can_send_message_group: groups.nobody } });
    expect(count.done).toBe(0);
    const id = await sent;
    const [, event] = await realm.eventsOf("message");
    expect(audienceTest(event?.audience ?? { to: "users", ids: [] })(77)).toBe(true);
    expect(await realm.ids(77, [["is", "unread"]])).toEqual([id]);
    await Promise.all([refused, ...before]);
  });

  test("a text that takes long is not rendered for those who may not give it to a message", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    const renders = Array.from({ length: 16 }, () =>
      realm.request("bob", renderMessage, { content: heavy }),
    );
    // The account of the user is full, so that rendering would be refused for that.
    const edit = { message_id: id, content: heavy };
    await expect(realm.request("bob", updateMessage, edit)).rejects.toThrow(
      "You don't have permission to edit this message",
    );
    await Promise.all(renders);
  });
});

test("sixty-four texts of one member are mostly refused, and everybody else goes on (docs/subsystems/markdown.md)", async ({
  expect,
}) => {
  const [hostile, other] = [world().realm(), world().realm()];
  const renders = Array.from({ length: 64 }, () =>
    hostile.request("bob", renderMessage, { content: heavy }),
  );
  const count = counted(renders);
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      other.send("alice", { content: index % 2 ? code : "hi" }),
    ),
  );
  expect(new Set(ids).size).toBe(20);
  expect(count.done).toBeLessThan(64);
  const answers = await Promise.allSettled(renders);
  const reasons = answers.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons)
    expect(reason).toMatchObject({
      code: "RATE_LIMIT_HIT",
      details: { "retry-after": expect.any(Number) },
    });
  await hostile.send("carol", { content: code });
});
