import { deactivateRealm } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { afterAll, beforeAll, beforeEach, describe, type ExpectStatic, test } from "vitest";

import { Product } from "./in-process/product.ts";
import { createPeople, type Person } from "./in-process/realm.ts";

// Pages of messages are asked for before it is proven who asks (docs/adr/0008-speculative-reads.md): whatever was
// taken away is gone at the very next one.

const operator: Identity = { kind: "service", name: "test" };
const secret = "Nobody else may read this.";
let product: Product;
let people: readonly Person[];
let owner: Person;
let member: Person;
let channelId: number;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(() => product[Symbol.asyncDispose]());

/** A private channel of owner and member with one message, which the member has just read several times. */
beforeEach(async () => {
  ({ people } = await createPeople(product));
  owner = personOf("owner");
  member = personOf("member");
  const name = "hidden";
  await owner.client.post("/users/me/subscriptions", {
    subscriptions: [{ name }],
    principals: [owner.userId, member.userId],
    invite_only: true,
  });
  channelId = Number((await owner.client.get("/get_stream_id", { stream: name }))["stream_id"]);
  await owner.client.post("/messages", {
    type: "channel",
    to: channelId,
    topic: "t",
    content: secret,
  });
  // What the notification bot says of the new channel is said by then.
  await product.settle();
  for (let times = 0; times < 4; times += 1) await expectReading();
});

function personOf(name: string): Person {
  const found = people.find((person) => person.name === name);
  if (found === undefined) throw new Error(`There is nobody called ${name}.`);
  return found;
}

function read(narrow: readonly object[]): Promise<Record<string, unknown>> {
  return member.client.get("/messages", { anchor: "newest", num_before: 10, narrow });
}

const inChannel = () => read([{ operator: "channel", operand: channelId }]);
const everywhere = () => read([]);

async function expectReading(): Promise<void> {
  for (const answer of [await inChannel(), await everywhere()])
    if (!JSON.stringify(answer).includes(secret)) throw new Error(JSON.stringify(answer));
}

/** The very next pages: whether any shows the message, and what the second one is. */
async function nextPages(): Promise<{ shown: boolean; second: object }> {
  const first = await inChannel();
  const second = await everywhere();
  const shown = JSON.stringify([first, second, await inChannel()]).includes(secret);
  return { shown, second };
}

const gone = (msg: string) => ({ result: "error", code: "UNAUTHORIZED", msg });

async function succeed(expect: ExpectStatic, done: Promise<object>): Promise<void> {
  expect(await done).toMatchObject({ result: "success" });
}

describe("the next page shows nothing any more (docs/behaviour/api.md#reading-own-writes)", () => {
  test("the next page shows nothing any more when the reader was deactivated", async ({
    expect,
  }) => {
    await succeed(expect, owner.client.delete(`/users/${member.userId}`));
    expect(await nextPages()).toMatchObject({
      shown: false,
      second: gone("Account is deactivated"),
    });
  });

  test("the next page shows nothing any more when the reader's key was replaced", async ({
    expect,
  }) => {
    await succeed(expect, member.client.post("/users/me/api_key/regenerate"));
    expect(await nextPages()).toMatchObject({ shown: false, second: gone("Invalid API key") });
  });

  test("the next page shows nothing any more when the organization was deactivated", async ({
    expect,
  }) => {
    const [subdomain = ""] = member.host.split(".");
    await product.users.call(deactivateRealm, operator, { subdomain }, { realmId: 0 });
    expect(await nextPages()).toMatchObject({
      shown: false,
      second: gone("This organization has been deactivated"),
    });
  });

  test("the next page shows nothing any more when the reader was taken out of the private channel", async ({
    expect,
  }) => {
    const left = owner.client.delete("/users/me/subscriptions", {
      subscriptions: ["hidden"],
      principals: [member.userId],
    });
    await succeed(expect, left);
    expect(await nextPages()).toMatchObject({ shown: false, second: { result: "success" } });
  });

  test("the next page shows nothing any more when the reader left it", async ({ expect }) => {
    const left = member.client.delete("/users/me/subscriptions", { subscriptions: ["hidden"] });
    await succeed(expect, left);
    expect(await nextPages()).toMatchObject({ shown: false, second: { result: "success" } });
  });
});

test("a channel that becomes private is hidden from whoever is not subscribed at the next page", async ({
  expect,
}) => {
  await succeed(expect, owner.client.patch(`/streams/${channelId}`, { is_private: false }));
  await succeed(
    expect,
    member.client.delete("/users/me/subscriptions", { subscriptions: ["hidden"] }),
  );
  for (let times = 0; times < 3; times += 1)
    expect(JSON.stringify(await inChannel())).toContain(secret);
  await succeed(expect, owner.client.patch(`/streams/${channelId}`, { is_private: true }));
  expect(await nextPages()).toMatchObject({ shown: false, second: { result: "success" } });
});

test("whoever becomes a guest reads no public channel without being subscribed at the next page", async ({
  expect,
}) => {
  await succeed(expect, owner.client.patch(`/streams/${channelId}`, { is_private: false }));
  await succeed(
    expect,
    member.client.delete("/users/me/subscriptions", { subscriptions: ["hidden"] }),
  );
  expect(JSON.stringify(await inChannel())).toContain(secret);
  await succeed(expect, owner.client.patch(`/users/${member.userId}`, { role: 600 }));
  expect(JSON.stringify(await inChannel())).not.toContain(secret);
});

test("names are new at the next page, and what was just sent is there", async ({ expect }) => {
  for (let times = 0; times < 5; times += 1) {
    const name = `Some owner ${times}`;
    const content = `Number ${times}`;
    await succeed(expect, owner.client.patch("/settings", { full_name: name }));
    await succeed(
      expect,
      owner.client.post("/messages", { type: "channel", to: channelId, topic: "t", content }),
    );
    const { messages } = await inChannel();
    expect((messages as readonly object[]).at(-1)).toMatchObject({
      content: `<p>${content}</p>`,
      sender_full_name: name,
    });
  }
});
