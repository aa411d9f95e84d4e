import { setImmediate } from "node:timers/promises";

import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "./in-process/product.ts";
import { createPeople, type Person } from "./in-process/realm.ts";

let product: Product;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
});

const subscriptions = [{ name: "secret" }];

/** Times at which something began and was answered. */
interface Span {
  readonly began: number;
  readonly ended: number;
}

async function timed(work: () => Promise<unknown>): Promise<Span> {
  const began = performance.now();
  await work();
  return { began, ended: performance.now() };
}

/** A private channel of the owner's whose history begins anew for each subscriber, and a member with a queue. */
async function open() {
  const { people } = await createPeople(product);
  const named = (name: string): Person => {
    const person = people.find((one) => one.name === name);
    if (!person) throw new Error(`There is no ${name}.`);
    return person;
  };
  const [owner, member] = [named("owner"), named("member")];
  await owner.client.post("/users/me/subscriptions", { subscriptions, invite_only: true });
  const { queue_id } = await member.client.post("/register", { event_types: ["message"] });
  const principals = [member.userId];
  const succeed = async (answer: Promise<{ readonly result: string; readonly msg: string }>) => {
    const { msg, result } = await answer;
    if (result !== "success") throw new Error(msg);
  };
  return {
    member,
    send: (content: string) =>
      succeed(
        owner.client.post("/messages", { type: "stream", to: "secret", topic: "t", content }),
      ),
    join: () =>
      succeed(owner.client.post("/users/me/subscriptions", { subscriptions, principals })),
    leave: () =>
      succeed(
        owner.client.delete("/users/me/subscriptions", { subscriptions: ["secret"], principals }),
      ),
    /** Texts of the channel's messages that the member heard of. */
    heard: async (): Promise<string[]> => {
      await product.settle();
      const texts: string[] = [];
      for (let last = -1; ;) {
        const asked = { queue_id, last_event_id: last, dont_block: true };
        const { events } = await member.client.get("/events", asked);
        const list = events as readonly { readonly id: number; readonly message: Sent }[];
        if (list.length === 0) return texts;
        for (const { id, message } of list) {
          last = Math.max(last, id);
          if (message.type === "stream") texts.push(message.content);
        }
      }
    },
    /** Texts that the member finds in the channel. */
    found: async (): Promise<string[]> => {
      const narrow = [{ operator: "channel", operand: "secret" }];
      const range = { anchor: "newest", num_before: 1000, num_after: 0, apply_markdown: false };
      const { messages } = await member.client.get("/messages", { narrow, ...range });
      return (messages as readonly Sent[])
        .map(({ content }) => content)
        .filter((content) => /^\w+ \d+$/.test(content));
    },
  };
}

interface Sent {
  readonly type: string;
  readonly content: string;
}

describe("membership and messages of different services (docs/behaviour/api.md#reading-own-writes)", () => {
  test("the very next send reaches whoever was subscribed, and nothing more whoever was not", async ({
    expect,
  }) => {
    const { found, heard, join, leave, send } = await open();
    const rounds = Array.from({ length: 12 }, (_, i) => i);
    for (const i of rounds) {
      await send(`before ${i}`);
      await join();
      await send(`after ${i}`);
      await leave();
    }
    await send("before 99");
    expect(await heard()).toEqual(rounds.map((i) => `after ${i}`));
    await join();
    // A history that is protected has what one received, and goes on from here.
    await send("after 99");
    expect(await found()).toEqual([...rounds, 99].map((i) => `after ${i}`));
  });

  test("sends that overlap with joining and leaving are received or not by events and history alike", async ({
    expect,
  }) => {
    const { found, heard, join, leave, send } = await open();
    const sends: Span[] = [];
    const changes: (Span & { readonly joins: boolean })[] = [];
    const sending = (async () => {
      for (let i = 0; i < 60; i += 1) sends.push(await timed(() => send(`text ${i}`)));
    })();
    const toggling = (async () => {
      for (let i = 0; sends.length < 50; i += 1) {
        const joins = i % 2 === 0;
        changes.push({ ...(await timed(joins ? join : leave)), joins });
        // Some sends overlap with no change.
        const enough = sends.length + 3;
        while (sends.length < Math.min(enough, 60)) await setImmediate();
      }
    })();
    await Promise.all([sending, toggling]);
    const texts = await heard();
    expect(new Set(texts).size).toBe(texts.length);
    for (const [i, sent] of sends.entries()) {
      const before = changes.findLast((change) => change.ended <= sent.began);
      const overlaps = changes.some(
        (change) => change.began < sent.ended && change.ended > sent.began,
      );
      if (!overlaps) expect([i, texts.includes(`text ${i}`)]).toEqual([i, before?.joins ?? false]);
    }
    await leave();
    await join();
    expect((await found()).toSorted()).toEqual(texts.toSorted());
  });
});

describe("leaving a channel", () => {
  // See docs/behaviour/subscriptions.md#unsubscribing.
  test("leaving a channel marks what was unread there as read, though nobody asks for messages again", async ({
    expect,
  }) => {
    const { join, leave, member, send } = await open();
    await join();
    await send("one");
    const types = ["subscription", "update_message_flags"];
    const { queue_id, unread_msgs } = await member.client.post("/register", {
      event_types: types,
      fetch_event_types: ["message", "update_message_flags"],
    });
    const unread = (unread_msgs as { streams: { unread_message_ids: number[] }[] }).streams;
    await leave();
    await product.settle();
    const asked = { queue_id, last_event_id: -1, dont_block: true };
    const { events } = await member.client.get("/events", asked);
    expect(events).toMatchObject([
      { type: "subscription", op: "remove" },
      {
        type: "update_message_flags",
        op: "add",
        flag: "read",
        messages: unread[0]?.unread_message_ids,
      },
    ]);
  });
});
