import { randomBytes } from "node:crypto";

import { addRealmUser, roles } from "@team-chat/contract";
import { channelPermissionNames } from "@team-chat/policy";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "./in-process/product.ts";
import { createPeople, Person } from "./in-process/realm.ts";

type Name = (typeof channelPermissionNames)[number];

/**
 * Users who are allowed what a permission of a channel is about when it names a group alone, which contains a group of
 * `insider` and `guestInside`, and the organization's permission of the same name is its administrators'. `bot` is the
 * member's, `stranger` is of another organization; the channel's subscribers are the owner, `subscriber`, both guests
 * and the insider (docs/behaviour/channels.md#permissions-of-a-channel).
 */
const allowed: Readonly<Record<Name, readonly string[]>> = {
  can_add_subscribers_group: ["owner", "insider"],
  can_administer_channel_group: ["owner", "admin", "insider"],
  can_create_topic_group: ["insider", "guestInside"],
  can_delete_any_message_group: ["owner", "admin", "insider", "guestInside"],
  can_delete_own_message_group: ["owner", "admin", "insider", "guestInside"],
  can_move_messages_out_of_channel_group: ["owner", "admin", "insider"],
  can_move_messages_within_channel_group: ["owner", "admin", "insider", "guestInside"],
  can_remove_subscribers_group: ["owner", "admin", "insider", "guestInside"],
  can_resolve_topics_group: ["owner", "admin", "insider", "guestInside"],
  can_send_message_group: ["insider", "guestInside"],
  can_subscribe_group: ["owner", "subscriber", "insider"],
};
/** The channel is private where the permission lets people in; then the insider is not in it. */
const letsIn: readonly string[] = ["can_add_subscribers_group", "can_subscribe_group"];
const names = "owner admin moderator member subscriber insider guest guestInside bot stranger";

let product: Product;
let people: ReadonlyMap<string, Person>;
let outerId: number;

beforeAll(async () => {
  product = await Product.start();
  people = await everybody();
  outerId = await makeGroups();
  const group = { new: systemGroupId("role:administrators", await groups()) };
  const settings = [
    "can_add_subscribers_group",
    "can_delete_any_message_group",
    "can_delete_own_message_group",
    "can_move_messages_between_channels_group",
    "can_move_messages_between_topics_group",
    "can_resolve_topics_group",
  ];
  const given = Object.fromEntries(settings.map((name) => [name, group]));
  await succeed(of("owner").patch("/realm", given));
});
afterAll(() => product[Symbol.asyncDispose]());

function of(name: string): Person["client"] {
  return person(name).client;
}

function person(name: string): Person {
  const found = people.get(name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

async function everybody(): Promise<ReadonlyMap<string, Person>> {
  const { people: usual, realmId } = await createPeople(product);
  const { people: others } = await createPeople(product);
  const all = new Map(usual.map((one) => [one.name, one]));
  const host = all.get("owner")?.host ?? "";
  const operator = { kind: "service", name: "test" } as const;
  for (const [name, role] of [
    ["subscriber", roles.member],
    ["insider", roles.member],
    ["guestInside", roles.guest],
  ] as const) {
    const email = `${name}-${randomBytes(4).toString("hex")}@example.com`;
    const asked = { realmId, role, email, fullName: `Some ${name}`, password: null };
    const made = await product.users.call(addRealmUser, operator, asked, { realmId });
    all.set(name, new Person(name, made, { url: product.url, host }));
  }
  const stranger = others.find(({ name }) => name === "admin");
  if (stranger) all.set("stranger", stranger);
  return all;
}

async function groups() {
  const { user_groups: list } = await of("owner").get("/user_groups");
  return list as readonly { readonly id: number; readonly name: string }[];
}

function systemGroupId(name: string, list: Awaited<ReturnType<typeof groups>>): number {
  return list.find((group) => group.name === name)?.id ?? 0;
}

async function makeGroups(): Promise<number> {
  const members = [person("insider").userId, person("guestInside").userId];
  const make = async (name: string, more: object) => {
    const facts = { name, description: "", members: [], ...more };
    return Number((await succeed(of("owner").post("/user_groups/create", facts)))["group_id"]);
  };
  const inner = await make("inner", { members });
  return make("outer", { subgroups: [inner] });
}

async function succeed(asked: ReturnType<Person["client"]["get"]>) {
  const answer = await asked;
  if (answer.result !== "success") throw new Error(answer.msg);
  return answer;
}

interface TestChannel {
  readonly id: number;
  readonly name: string;
}

async function makeChannel(name: Name): Promise<TestChannel> {
  const isPrivate = letsIn.includes(name);
  const inside = ["owner", "subscriber", "guest", ...(isPrivate ? [] : ["insider", "guestInside"])];
  const facts = {
    name,
    subscribers: inside.map((one) => person(one).userId),
    invite_only: isPrivate,
    [name]: { direct_members: [], direct_subgroups: [outerId] },
  };
  const { id } = await succeed(of("owner").post("/channels/create", facts));
  return { id: Number(id), name };
}

let sent = 0;

/** A message of somebody's in the channel, which everybody may write in, and its topic is new. */
async function message(sender: string, { id }: TestChannel): Promise<number> {
  const topic = `topic ${(sent += 1)}`;
  const to = { type: "stream", to: id, topic, content: "hi" };
  return Number((await succeed(of(sender).post("/messages", to)))["id"]);
}

type Attempt = (name: string, channel: TestChannel) => ReturnType<Person["client"]["get"]>;

/** Asks for a topic of everybody's own to be changed by somebody. */
const retopic =
  (prefix: string): Attempt =>
  async (name, channel) => {
    const id = await message("owner", channel);
    const topic = `${prefix}topic ${sent}`;
    return of(name).patch(`/messages/${id}`, { topic, propagate_mode: "change_all" });
  };

/** Attempts at what each permission is about; whoever is allowed it finds something to do. */
const attempts: Readonly<Record<Name, Attempt>> = {
  can_add_subscribers_group: async (name, channel) => {
    const principals = [person("member2").userId];
    const subscriptions = [channel.name];
    await of("owner").delete("/users/me/subscriptions", { subscriptions, principals });
    const wanted = [{ name: channel.name }];
    return of(name).post("/users/me/subscriptions", { subscriptions: wanted, principals });
  },
  can_administer_channel_group: (name, { id }) =>
    of(name).patch(`/streams/${id}`, { description: `by ${name}` }),
  can_create_topic_group: (name, { id }) =>
    of(name).post("/messages", { type: "stream", to: id, topic: `of ${name}`, content: "hi" }),
  can_delete_any_message_group: async (name, channel) =>
    of(name).delete(`/messages/${await message("owner", channel)}`),
  can_delete_own_message_group: async (name, channel) => {
    // Whoever may not send there has nothing of one's own.
    const sender = name === "stranger" ? "owner" : name;
    return of(name).delete(`/messages/${await message(sender, channel)}`);
  },
  can_move_messages_out_of_channel_group: async (name, channel) => {
    const stream_id = (await succeed(of("owner").get("/get_stream_id", { stream: "elsewhere" })))[
      "stream_id"
    ];
    return of(name).patch(`/messages/${await message("owner", channel)}`, { stream_id });
  },
  can_move_messages_within_channel_group: retopic("moved "),
  can_remove_subscribers_group: async (name, channel) => {
    const principals = [person("member2").userId];
    const wanted = [{ name: channel.name }];
    await succeed(
      of("owner").post("/users/me/subscriptions", { subscriptions: wanted, principals }),
    );
    const subscriptions = [channel.name];
    return of(name).delete("/users/me/subscriptions", { subscriptions, principals });
  },
  can_resolve_topics_group: retopic("✔ "),
  can_send_message_group: (name, { id }) =>
    of(name).post("/messages", { type: "stream", to: id, topic: "t", content: "hi" }),
  can_subscribe_group: (name, channel) =>
    of(name).post("/users/me/subscriptions", { subscriptions: [{ name: channel.name }] }),
};

describe("each permission of a channel takes effect (docs/behaviour/channels.md#permissions-of-a-channel)", () => {
  test.for(channelPermissionNames)(
    "the permission %s of a channel takes effect",
    async (name, { expect }) => {
      await of("owner").post("/channels/create", { name: "elsewhere", subscribers: [] });
      const channel = await makeChannel(name);
      const may: string[] = [];
      // By its name the stranger would make a channel of the other organization.
      const asked = names.split(" ").filter((one) => one !== "stranger" || !letsIn.includes(name));
      for (const one of asked) {
        const { result } = await attempts[name](one, channel);
        if (result === "success") may.push(one);
      }
      expect(may).toEqual(names.split(" ").filter((one) => allowed[name].includes(one)));
    },
  );
});
