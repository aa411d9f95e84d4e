import type { Answer, Client } from "../client.ts";

export async function idOf(client: Client): Promise<number> {
  return Number((await client.get("/users/me"))["user_id"]);
}

export async function idOfChannel(client: Client, name: string): Promise<number> {
  return Number((await client.get("/get_stream_id", { stream: name }))["stream_id"]);
}

/** Waits for a successful answer; a refusal would leave out an event without anybody noticing. */
async function done(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  if (given.result !== "success") throw new Error(JSON.stringify(given));
  return given;
}

/** Something of everything that owners are told, ending with a message to the owner. */
export async function makeEvents(owner: Client, member: Client): Promise<void> {
  const subscriptions = [{ name: "news", description: "What *happens*" }];
  await done(member.post("/users/me/subscriptions", { subscriptions }));
  const channelId = await idOfChannel(member, "news");
  await makeUserEvents(owner, member, subscriptions);
  await makeChannelEvents(owner, channelId);
  await makeMessageEvents(owner, member, channelId);
  await makeOwnEvents(owner, member);
  await done(member.delete("/users/me/subscriptions", { subscriptions: ["news"] }));
  await done(owner.delete("/users/me/subscriptions", { subscriptions: ["news"] }));
  await done(owner.delete(`/streams/${channelId}`));
  const end = { type: "direct", to: [await idOf(owner)], content: "the end of the news" };
  await done(member.post("/messages", end));
}

async function makeUserEvents(
  owner: Client,
  member: Client,
  subscriptions: object[],
): Promise<void> {
  const person = {
    email: "news@example.com",
    password: "correct-horse-battery",
    full_name: "News",
  };
  const userId = Number((await done(owner.post("/users", person)))["user_id"]);
  await done(owner.patch(`/users/${userId}`, { full_name: "Old News", role: 300 }));
  await done(owner.post("/bots", { full_name: "News Bot", short_name: "news", bot_type: 1 }));
  await done(owner.post("/users/me/subscriptions", { subscriptions, principals: [userId] }));
  await done(owner.post("/users/me/subscriptions", { subscriptions }));
  await done(owner.delete(`/users/${userId}`));
  await done(owner.post(`/users/${userId}/reactivate`));
  await done(member.post("/users/me/status", { status_text: "reading", emoji_name: "octopus" }));
}

async function makeChannelEvents(owner: Client, channelId: number): Promise<void> {
  for (const property of ["pin_to_top", "is_muted"]) {
    const changed = [{ stream_id: channelId, property, value: true }];
    await done(owner.post("/users/me/subscriptions/properties", { subscription_data: changed }));
  }
  await done(owner.patch(`/streams/${channelId}`, { description: "Now *more*" }));
  await done(owner.post("/channel_folders/create", { name: "Papers" }));
  const muted = { stream_id: channelId, topic: "", visibility_policy: 1 };
  await done(owner.post("/user_topics", muted));
}

async function makeMessageEvents(owner: Client, member: Client, channelId: number): Promise<void> {
  const sent = { type: "channel", to: channelId, topic: "", content: "@**all** read" };
  const id = Number((await done(member.post("/messages", sent)))["id"]);
  for (const [op, flag] of [
    ["add", "read"],
    ["remove", "read"],
    ["add", "starred"],
  ])
    await done(owner.post("/messages/flags", { messages: [id], op, flag }));
  await done(member.post(`/messages/${id}/reactions`, { emoji_name: "octopus" }));
  await done(member.delete(`/messages/${id}/reactions`, { emoji_name: "octopus" }));
  await done(member.patch(`/messages/${id}`, { content: "@**all** read again" }));
  const moved = { topic: "moved", propagate_mode: "change_all" };
  await done(owner.patch(`/messages/${id}`, moved));
  await done(member.post(`/messages/${id}/typing`, { op: "start" }));
  const place = { type: "channel", stream_id: channelId, topic: "" };
  await done(member.post("/typing", { ...place, op: "start" }));
  await done(member.post("/typing", { op: "stop", to: [await idOf(owner)] }));
  await done(owner.delete(`/messages/${id}`));
}

/** Causes the events that only the owner's own clients get. */
async function makeOwnEvents(owner: Client, member: Client): Promise<void> {
  await done(owner.post("/users/me/alert_words", { alert_words: ["fire"] }));
  await done(owner.post(`/users/me/muted_users/${await idOf(member)}`));
  await done(owner.delete(`/users/me/muted_users/${await idOf(member)}`));
  await done(owner.post("/saved_snippets", { title: "Thanks", content: "Thank you!" }));
  await done(owner.post("/navigation_views", { fragment: "inbox", is_pinned: true }));
  const draft = { type: "", to: [], topic: "", content: "later" };
  await done(owner.post("/drafts", { drafts: [draft] }));
}
