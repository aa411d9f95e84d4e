import { Client } from "../../client.ts";
import type { Product } from "../../in-process/product.ts";
import { exportHold } from "../export-hold.ts";
import { channels, type Conversation, names, type Person, read, unread } from "./conversations.ts";

/**
 * Gives the demo organization people, channels and conversations as a small company has them. `pagesUrl` is the address
 * of a site that somebody links to.
 */
export async function furnish(product: Product, pagesUrl: string): Promise<void> {
  const { url } = product;
  const people = {} as Record<Person, Client>;
  const ids: number[] = [];
  for (const person of Object.keys(names) as Person[]) {
    const client = await Client.login(url, `${person}@example.com`);
    const me = await client.get("/users/me");
    ids.push(Number(me["user_id"]));
    people[person] = client;
    await client.patch("/settings", { full_name: names[person] });
  }
  const { admin, member, member2, moderator } = people;
  await admin.patch("/realm", { name: "Harbour Works", inline_url_embed_preview: true });
  for (const channel of channels)
    await admin.post("/channels/create", {
      ...channel,
      subscribers: ids,
      send_new_subscription_messages: false,
    });
  await member2.post("/users/me/status", { status_text: "At the market", emoji_name: "avocado" });
  await moderator.post("/users/me/status", {
    status_text: "Working remotely",
    emoji_name: "house",
  });
  await furnishSettings(admin, ids);
  await furnishModeration(people, ids);
  await product.settle();
  // Bots have written of the new channels, and to everybody.
  for (const client of Object.values(people)) await client.post("/mark_all_as_read");
  const before = await write(people, read);
  await product.settle();
  await member.post("/messages/flags", { messages: before, op: "add", flag: "read" });
  const [first = 0] = before;
  for (const person of [member, moderator])
    await person.post(`/messages/${String(first + 2)}/reactions`, { emoji_name: "tada" });
  const direct = { type: "direct", to: [ids[3]], content: "Do you have ten minutes at three?" };
  await people.owner.post("/messages", direct);
  await write(people, unread);
  const link = `Where we could eat on Thursday: ${pagesUrl}/ponds`;
  await write(people, [
    { channel: "engineering", topic: "Ponds", messages: [["moderator", link]] },
  ]);
  const note = { type: "private", to: [ids[1]], topic: "", content: "The mail is ready, I only" };
  await member.post("/drafts", { drafts: [note] });
  await product.settle();
}

/** Writes conversations, and returns the ids of their messages. */
async function write(
  people: Readonly<Record<Person, Client>>,
  conversations: readonly Conversation[],
): Promise<number[]> {
  const written: number[] = [];
  for (const { channel, messages, topic } of conversations)
    for (const [by, content] of messages) {
      const message = { type: "channel", to: channel, topic, content };
      const sent = await people[by].post("/messages", message);
      if (sent.result !== "success") throw new Error(`${channel} › ${topic}: ${sent.msg}`);
      written.push(Number(sent["id"]));
    }
  return written;
}

/** Fills what administration shows: groups, fields of profiles, linkifiers, an invitation. */
async function furnishSettings(admin: Client, ids: readonly number[]): Promise<void> {
  await admin.post("/user_groups/create", {
    name: "on-call",
    description: "Who is there when something breaks at night",
    members: ids.slice(1, 4),
  });
  await admin.post("/realm/profile_fields", {
    name: "Team",
    field_type: 1,
    hint: "As in the wiki",
  });
  await admin.post("/realm/profile_fields", { name: "Birthday", field_type: 4 });
  await admin.post("/realm/filters", {
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://tracker.example.com/{id}",
  });
  await admin.post("/invites/multiuse", { include_realm_default_subscriptions: true });
}

/** Fills what owners and administrators moderate with: deletions, legal holds, blocked addresses, a token for SCIM. */
async function furnishModeration(
  { admin, member2, owner }: Readonly<Record<Person, Client>>,
  ids: readonly number[],
): Promise<void> {
  for (const content of ["The old prices", "The very old prices"]) {
    const message = { type: "channel", to: "design", topic: "Price list", content };
    const { id } = await member2.post("/messages", message);
    await admin.delete(`/messages/${String(id)}`);
  }
  const held = { user_id: ids[2], reason: "Delivery of the pier, case 4711" };
  const { id: holdId } = await owner.post("/legal_holds", held);
  await exportHold(owner, Number(holdId));
  for (const pattern of ["spam.example", "mallory@example.org"])
    await admin.post("/realm/blocked_addresses", { pattern });
  await owner.post("/scim_tokens", { name: "Okta" });
  for (const name of ["Splunk", "Archive"])
    await owner.post("/audit_log/destinations", {
      name,
      url: "http://127.0.0.1:9/services/collector/raw",
    });
}
