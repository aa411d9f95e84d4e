import { roles } from "@team-chat/contract";

import type { Answer } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";

/** People and things that the cases name. */
export interface Stage {
  readonly owner: Person;
  /** Deactivated, as is the bot. */
  readonly gone: Person;
  /** The bot that was theirs. */
  readonly bot: number;
  /** Ids of things that belong to the owner. */
  readonly own: Readonly<
    Record<"bot" | "channel" | "draft" | "field" | "group" | "message" | "scheduled", number>
  >;
}

/** An organization whose `gone` left, after having been in a channel and a group and having written to the owner. */
export async function setStage(product: Product): Promise<Stage> {
  const { people } = await createPeople(product);
  const person = (name: string) => {
    const found = people.find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const [owner, gone, bot] = [person("owner"), person("member"), person("bot").userId];
  const { client } = owner;
  const principals = [owner.userId, gone.userId, bot];
  await done(
    client.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }], principals }),
  );
  const { stream_id: channel } = await done(client.get("/get_stream_id", { stream: "general" }));
  const group = { name: "crew", description: "", members: [owner.userId, gone.userId] };
  const field = { name: "Mentor", hint: "", field_type: 6 };
  const someBot = { full_name: "Own Bot", short_name: "own" };
  const to = [gone.userId];
  await done(gone.client.post("/messages", { type: "direct", to: [owner.userId], content: "bye" }));
  const due = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400 };
  const direct = { type: "direct", to, content: "later", ...due };
  const draft = { type: "private", to, topic: "", content: "draft" };
  const own = {
    channel: Number(channel),
    group: await made(client.post("/user_groups/create", group), "group_id"),
    field: await made(client.post("/realm/profile_fields", field), "id"),
    bot: await made(client.post("/bots", someBot), "user_id"),
    message: await made(
      client.post("/messages", { type: "direct", to: [owner.userId], content: "x" }),
      "id",
    ),
    scheduled: await made(client.post("/scheduled_messages", direct), "scheduled_message_id"),
    draft: Number(
      ((await done(client.post("/drafts", { drafts: [draft] })))["ids"] as number[])[0],
    ),
  };
  await done(client.delete(`/users/${gone.userId}`));
  await product.settle();
  return { owner, gone, bot, own };
}

/** Deactivates the users that operations may have changed, so that each case begins in the same state. */
export async function deactivate({ owner, gone }: Stage): Promise<void> {
  await owner.client.patch(`/users/${gone.userId}`, { role: roles.member });
  await owner.client.delete(`/users/${gone.userId}`);
}

async function made(asked: Promise<Answer>, key: string): Promise<number> {
  return Number((await done(asked))[key]);
}

async function done(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.result !== "success") throw new Error(answer.msg);
  return answer;
}
