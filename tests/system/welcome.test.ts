import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "./client.ts";
import { Constellation } from "./constellation.ts";

let constellation: Constellation;
let owner: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  owner = await Client.login(constellation.url, "owner@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

const email = (name: string) => `${name}@example.com`;

function create(name: string): ReturnType<Client["tryPost"]> {
  const account = {
    email: email(name),
    full_name: `Some ${name}`,
    password: "correct-horse-battery",
  };
  return owner.tryPost("/users", account, {});
}

interface Received {
  readonly id: number;
  readonly flags: readonly string[];
  readonly sender_full_name: string;
  readonly sender_id: number;
}

const page = { anchor: "newest", num_before: 100, num_after: 0 };

async function received(client: Client): Promise<readonly Received[]> {
  return (await client.get("/messages", page))["messages"] as readonly Received[];
}

/** Resolves when the person has a message of the Welcome Bot, or has heard that it came. */
async function welcomed(client: Client): Promise<void> {
  const listener = await client.listen();
  if ((await received(client)).length === 0) await listener.heard("Welcome Bot");
  await listener.stop();
}

describe("a new user (docs/behaviour/users.md#arrival-of-a-user)", () => {
  test("a new user finds a message of the Welcome Bot from the first registration on, starred and unread", async ({
    expect,
  }) => {
    expect(await create("early")).toMatchObject({ result: "success" });
    const client = await Client.login(constellation.url, email("early"));
    const messages = await received(client);
    expect(messages).toMatchObject([
      { sender_full_name: "Welcome Bot", flags: ["starred"], type: "private" },
    ]);
    const ids = messages.map(({ id }) => id);
    const senderId = messages[0]?.sender_id;
    expect(await client.post("/register", {})).toMatchObject({
      max_message_id: ids[0],
      starred_messages: ids,
      unread_msgs: { count: 1, pms: [{ other_user_id: senderId, unread_message_ids: ids }] },
      recent_private_conversations: [{ user_ids: [senderId], max_message_id: ids[0] }],
    });
    const own = [{ operator: "sender", operand: email("early") }];
    expect(await client.get("/messages", { ...page, narrow: own })).toMatchObject({ messages: [] });
  });

  test("a new user is welcomed once, although messages and then users were killed in between", async ({
    expect,
  }) => {
    const [users, messages] = [constellation.process("users"), constellation.process("messages")];
    await messages.kill();
    expect(await create("later")).toMatchObject({ result: "success" });
    await users.kill();
    await Promise.all([users.start(), messages.start()]);
    const client = await Client.login(constellation.url, email("later"));
    await welcomed(client);
    // Whoever comes now is greeted after all who came before.
    expect(await create("last")).toMatchObject({ result: "success" });
    await welcomed(await Client.login(constellation.url, email("last")));
    await constellation.settle();
    expect(await received(client)).toMatchObject([
      { sender_full_name: "Welcome Bot", flags: ["starred"] },
    ]);
  });
});
