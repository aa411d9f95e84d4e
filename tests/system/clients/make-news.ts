import type { Client } from "../client.ts";

export async function idOf(client: Client): Promise<number> {
  return Number((await client.get("/users/me"))["user_id"]);
}

export async function idOfChannel(client: Client, name: string): Promise<number> {
  return Number((await client.get("/get_stream_id", { stream: name }))["stream_id"]);
}

/** Something of everything that owners are told, ending with a message to the owner. */
export async function makeNews(owner: Client, member: Client): Promise<void> {
  const person = {
    email: "news@example.com",
    password: "correct-horse-battery",
    full_name: "News",
  };
  const userId = Number((await owner.post("/users", person))["user_id"]);
  await owner.patch(`/users/${userId}`, { full_name: "Old News", role: 300 });
  await owner.post("/bots", { full_name: "News Bot", short_name: "news", bot_type: 1 });
  const subscriptions = [{ name: "news", description: "What *happens*" }];
  await member.post("/users/me/subscriptions", { subscriptions });
  await owner.post("/users/me/subscriptions", { subscriptions, principals: [userId] });
  await owner.post("/users/me/subscriptions", { subscriptions });
  const channelId = await idOfChannel(member, "news");
  const pinned = [{ stream_id: channelId, property: "pin_to_top", value: true }];
  await owner.post("/users/me/subscriptions/properties", { subscription_data: pinned });
  const muted = [{ stream_id: channelId, property: "is_muted", value: true }];
  await owner.post("/users/me/subscriptions/properties", { subscription_data: muted });
  const topic = { stream_id: channelId, topic: "", visibility_policy: 1 };
  await owner.post("/user_topics", topic);
  const sent = { type: "channel", to: channelId, topic: "", content: "@**all** read" };
  const { id } = await member.post("/messages", sent);
  await owner.post("/messages/flags", { messages: [id], op: "add", flag: "read" });
  await owner.post("/messages/flags", { messages: [id], op: "remove", flag: "read" });
  await owner.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
  await member.delete("/users/me/subscriptions", { subscriptions: ["news"] });
  await owner.delete("/users/me/subscriptions", { subscriptions: ["news"] });
  await owner.delete(`/streams/${channelId}`);
  await owner.delete(`/users/${userId}`);
  await owner.post(`/users/${userId}/reactivate`);
  const ownerId = await idOf(owner);
  await member.post("/messages", { type: "direct", to: [ownerId], content: "the end of the news" });
}
