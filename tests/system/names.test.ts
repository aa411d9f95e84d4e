// Every name that others see, given to the operations that set it.
import type { Operation } from "@team-chat/contract";
import * as contract from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "./in-process/product.ts";
import { createPeople, type Person } from "./in-process/realm.ts";

let product: Product;
let owner: Person;
/** Ids of the things that are renamed. */
const ids = { channel: 0, group: 0, folder: 0, bot: 0, member: 0, message: 0, field: 0 };

beforeAll(async () => {
  product = await Product.start();
  const { people } = await createPeople(product);
  const person = (name: string) => {
    const found = people.find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  owner = person("owner");
  const { client, userId } = owner;
  ids.member = person("member").userId;
  ids.bot = person("bot").userId;
  const make = async (operation: Operation, params: object, key: string) =>
    Number((await client.call(operation, { ...params }))[key]);
  ids.channel = await make(contract.createChannel, { name: "old", subscribers: [userId] }, "id");
  const group = { name: "old", description: "", members: [] };
  ids.group = await make(contract.createUserGroup, group, "group_id");
  ids.folder = await make(contract.createChannelFolder, { name: "old" }, "channel_folder_id");
  ids.field = await make(contract.createProfileField, { name: "old", field_type: 1 }, "id");
  const message = { type: "channel", to: ids.channel, topic: "old", content: "x" };
  ids.message = await make(contract.sendMessage, message, "id");
});
afterAll(() => product[Symbol.asyncDispose]());

let made = 0;
const unique = () => `name${(made += 1)}`;

interface Naming {
  readonly operation: Operation;
  readonly given: (name: string) => Readonly<Record<string, unknown>>;
  /** Text of the refusal besides "character". */
  readonly says: RegExp;
}

const namings: Readonly<Record<string, Naming>> = {
  "a channel's": {
    operation: contract.createChannel,
    given: (name) => ({ name, subscribers: [owner.userId] }),
    says: /channel name/,
  },
  "a channel's, with its first subscriber": {
    operation: contract.subscribe,
    given: (name) => ({ subscriptions: [{ name }] }),
    says: /channel name/,
  },
  "a channel's new": {
    operation: contract.updateChannel,
    given: (new_name) => ({ stream_id: ids.channel, new_name }),
    says: /channel name/,
  },
  "a folder's": {
    operation: contract.createChannelFolder,
    given: (name) => ({ name }),
    says: /folder name/,
  },
  "a folder's new": {
    operation: contract.updateChannelFolder,
    given: (name) => ({ channel_folder_id: ids.folder, name }),
    says: /folder name/,
  },
  "a group's": {
    operation: contract.createUserGroup,
    given: (name) => ({ name, description: "", members: [] }),
    says: /group name/,
  },
  "a group's new": {
    operation: contract.updateUserGroup,
    given: (name) => ({ user_group_id: ids.group, name }),
    says: /group name/,
  },
  "a user's": {
    operation: contract.createUser,
    given: (full_name) => ({
      full_name,
      email: `${unique()}@example.com`,
      password: "correct-horse-battery",
    }),
    says: /in name/,
  },
  "a user's new": {
    operation: contract.updateUser,
    given: (full_name) => ({ user_id: ids.member, full_name }),
    says: /in name/,
  },
  "one's own": {
    operation: contract.updateSettings,
    given: (full_name) => ({ full_name }),
    says: /in name/,
  },
  "a bot's": {
    operation: contract.createBot,
    given: (full_name) => ({ full_name, short_name: unique() }),
    says: /in name/,
  },
  "a bot's new": {
    operation: contract.updateBot,
    given: (full_name) => ({ bot_id: ids.bot, full_name }),
    says: /in name/,
  },
  "an organization's": {
    operation: contract.updateRealm,
    given: (name) => ({ name }),
    says: /in name/,
  },
  "a profile field's": {
    operation: contract.createProfileField,
    given: (name) => ({ name, field_type: 1 }),
    says: /in name/,
  },
  "a profile field's new": {
    operation: contract.updateProfileField,
    given: (name) => ({ field_id: ids.field, name }),
    says: /in name/,
  },
  "a playground's": {
    operation: contract.addPlayground,
    given: (name) => ({
      name,
      pygments_language: "Python",
      url_template: "https://example.com/{code}",
    }),
    says: /in name/,
  },
  "a snippet's": {
    operation: contract.createSavedSnippet,
    given: (title) => ({ title, content: "x" }),
    says: /in title/,
  },
  "a topic's": {
    operation: contract.sendMessage,
    given: (topic) => ({ type: "channel", to: ids.channel, topic, content: "x" }),
    says: /in topic/,
  },
  "a topic's new": {
    operation: contract.updateMessage,
    given: (topic) => ({ message_id: ids.message, topic }),
    says: /in topic/,
  },
};

/** Beside each other in a name, so that they are not stripped. */
const bad = [
  "a\u202Eb",
  "a\u2066b",
  "a\nb",
  "a\u2028b",
  "a\u0007b",
  "\u200B\u200B",
  "\u2060\u2060",
];
const good = ["שלום \u200F(2)", "می\u200Cخواهم", "👩\u200D🚀 crew", "e\u0301tudes"];

describe("a name that nobody sees or that turns the text is refused (docs/behaviour/api.md#texts-and-limits)", () => {
  test.for(Object.keys(namings))("%s name", async (key, { expect }) => {
    const naming = namings[key];
    if (!naming) throw new Error(`There is no ${key}.`);
    for (const name of bad) {
      const answer = await owner.client.call(naming.operation, naming.given(name));
      expect(answer, JSON.stringify(name)).toMatchObject({ code: "BAD_REQUEST" });
      expect(answer.msg.toLowerCase()).toMatch(/invalid characters? in /);
      expect(answer.msg.toLowerCase()).toMatch(naming.says);
    }
    for (const part of good) {
      const name = `${unique()} ${part}`;
      const answer = await owner.client.call(naming.operation, naming.given(name));
      expect(answer, JSON.stringify(name)).toMatchObject({ result: "success" });
    }
  });
});

test("a topic that was called so before the rule can still be marked as read and deleted", async ({
  expect,
}) => {
  const stream_id = ids.channel;
  for (const operation of [contract.markTopicAsRead, contract.deleteTopic])
    expect(await owner.client.call(operation, { stream_id, topic_name: "a\u202Eb" })).toMatchObject(
      { result: "success" },
    );
});
