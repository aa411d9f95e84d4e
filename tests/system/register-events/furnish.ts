import type { Person } from "../in-process/realm.ts";

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Gives everybody something to work with: channels of each kind, with topics and messages. */
export async function furnish(people: readonly Person[]): Promise<void> {
  const [owner] = people;
  if (!owner) throw new Error("There is nobody.");
  const principals = people.map(({ userId }) => userId);
  const subscribe = (name: string, more: object) =>
    owner.client.post("/users/me/subscriptions", { subscriptions: [{ name }], ...more });
  for (const name of ["parrot", "gopher"]) {
    const answer = await owner.client.upload(`/realm/emoji/${name}`, {
      name: "e.png",
      bytes: picture,
    });
    if (answer.result !== "success") throw new Error(answer.msg);
  }
  await subscribe("general", { principals });
  await subscribe("closed", { principals: principals.slice(0, 4), invite_only: true });
  await subscribe("open", {});
  for (const { client, userId } of people) {
    await client.post("/messages", {
      type: "channel",
      to: "general",
      topic: "lunch",
      content: "hi",
    });
    const direct = { type: "direct", to: [owner.userId, userId], content: "hello" };
    await client.post("/messages", direct);
  }
}
