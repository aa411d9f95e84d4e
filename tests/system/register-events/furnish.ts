import type { Person } from "../in-process/realm.ts";

/** A picture of one pixel. */
export const picture = {
  name: "e.png",
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/**
 * Gives everybody something to work with: channels of each kind, with topics and messages; guests see only people they
 * have to do with.
 */
export async function furnish(people: readonly Person[]): Promise<void> {
  const [owner] = people;
  if (!owner) throw new Error("There is nobody.");
  const principals = people.map(({ userId }) => userId);
  const subscribe = (name: string, more: object) =>
    owner.client.post("/users/me/subscriptions", { subscriptions: [{ name }], ...more });
  for (const name of ["parrot", "gopher"]) {
    const answer = await owner.client.upload(`/realm/emoji/${name}`, picture);
    if (answer.result !== "success") throw new Error(answer.msg);
  }
  await subscribe("general", { principals });
  await subscribe("closed", { principals: principals.slice(0, 4), invite_only: true });
  await subscribe("open", {});
  await limitGuests(owner);
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

async function limitGuests({ client }: Person): Promise<void> {
  const { user_groups: groups } = await client.get("/user_groups", {});
  const members = (groups as { id: number; name: string }[]).find(
    ({ name }) => name === "role:members",
  );
  const limit = { can_access_all_users_group: { new: members?.id } };
  const answer = await client.patch("/realm", limit);
  if (answer.result !== "success") throw new Error(answer.msg);
}
