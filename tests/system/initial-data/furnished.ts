import type { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";
import { furnish } from "../register-events/furnish.ts";

/** Calls that must succeed. @throws Error */
async function done(call: Promise<{ readonly result: string; readonly msg: string }>) {
  const answer = await call;
  if (answer.result !== "success") throw new Error(answer.msg);
  return answer as Readonly<Record<string, unknown>>;
}

/** An organization in which the member has something of everything that initial data tells: no list in it is empty. */
export async function createFurnished(product: Product): Promise<Readonly<Record<string, Person>>> {
  const { people } = await createPeople(product);
  await furnish(people);
  const named = Object.fromEntries(people.map((person) => [person.name, person]));
  const { guest, member, member2, owner } = named;
  if (!owner || !member || !member2 || !guest) throw new Error("Somebody is missing.");
  await giveOrganization(owner, people);
  await giveMessages({ owner, member, member2 });
  await giveMember(member, member2);
  await done(member2.client.post("/users/me/presence", { status: "active", new_user_input: true }));
  await done(
    owner.client.delete(`/users/${people.find(({ name }) => name === "moderator")?.userId}`),
  );
  await product.settle();
  return named;
}

async function giveOrganization({ client }: Person, people: readonly Person[]): Promise<void> {
  const field = await done(
    client.post("/realm/profile_fields", { name: "Team", hint: "Yours", field_type: 1 }),
  );
  const data = [{ id: field["id"], value: "blue" }];
  for (const person of people)
    if (person.name !== "bot") await done(person.client.patch("/users/me/profile_data", { data }));
  await done(client.post("/channel_folders/create", { name: "Work", description: "*all* of it" }));
}

async function giveMessages(of: Readonly<Record<"owner" | "member" | "member2", Person>>) {
  const { member, member2, owner } = of;
  const to = [owner.userId, member.userId, member2.userId];
  await done(owner.client.post("/messages", { type: "direct", to, content: "to all of you" }));
  const mention = { type: "channel", to: "general", topic: "lunch", content: "@**all** look" };
  const { id } = await done(owner.client.post("/messages", mention));
  const starred = { messages: [id], op: "add", flag: "starred" };
  await done(member.client.post("/messages/flags", starred));
}

async function giveMember({ client }: Person, other: Person): Promise<void> {
  await done(client.post("/users/me/alert_words", { alert_words: ["fire"] }));
  await done(client.post(`/users/me/muted_users/${other.userId}`));
  await done(client.post("/users/me/presence", { status: "active", new_user_input: true }));
  await done(client.post("/users/me/status", { status_text: "here", emoji_name: "octopus" }));
  await done(client.post("/saved_snippets", { title: "Thanks", content: "**thanks**" }));
  const found = await done(client.get("/get_stream_id", { stream: "general" }));
  const topic = { stream_id: found["stream_id"], topic: "deploy", visibility_policy: 1 };
  await done(client.post("/user_topics", topic));
}
