import type { Answer } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";

/** User who looks, with things of their own. */
export interface Viewer {
  readonly person: Person;
  readonly own: Readonly<Record<"draft" | "message" | "scheduled", number>>;
}

/** A channel or a user, by everything that names it. */
export interface Target {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface Stage {
  /** Everybody may know of it. */
  readonly hall: number;
  /** A group with everybody in it, and a field of profiles that names users. */
  readonly group: number;
  readonly field: number;
  readonly bot: number;
  /** Not in `den`; the guest sees nobody but the bots and the member. */
  readonly viewers: Readonly<Record<"bot" | "guest" | "member" | "moderator", Viewer>>;
  /** Private, of the owner alone. */
  readonly den: Target;
  /** Public, which guests outside it may not know of. */
  readonly plaza: Target;
  /** In no channel of the guest. */
  readonly stranger: Target;
}

export const nowhere: Target = { id: 999_999, name: "nowhereland", email: "" };
export const nobody: Target = { id: 999_999, name: "Some nobody", email: "nobody@example.com" };

/** An organization that limits what guests see. */
export async function setStage(product: Product): Promise<Stage> {
  const { people } = await createPeople(product);
  const person = (name: string) => {
    const found = people.find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const [owner, stranger] = [person("owner"), person("member2")];
  const names = ["bot", "guest", "member", "moderator"] as const;
  const channel = async (name: string, subscribers: readonly Person[], more: object = {}) => {
    const ids = subscribers.map(({ userId }) => userId);
    const made = owner.client.post("/channels/create", { name, subscribers: ids, ...more });
    return { id: Number((await done(made))["id"]), name, email: "" };
  };
  const inHall = ["guest", "member", "bot"].map(person);
  const hall = await channel("commonhall", inHall);
  const den = await channel("secretden", [owner], { invite_only: true });
  const plaza = await channel("openplaza", [owner]);
  const said = { type: "channel", to: den.id, topic: "t", content: "hello" };
  await done(owner.client.post("/messages", said));
  const { user_groups: groups } = await done(owner.client.get("/user_groups"));
  const groupOf = (wanted: string) =>
    (groups as { id: number; name: string }[]).find(({ name }) => name === wanted)?.id ?? 0;
  const can_access_all_users_group = { new: groupOf("role:members") };
  await done(owner.client.patch("/realm", { can_access_all_users_group }));
  const mentor = { name: "Mentor", hint: "", field_type: 6 };
  const { id: field } = await done(owner.client.post("/realm/profile_fields", mentor));
  const viewers = await Promise.all(
    names.map(async (name) => [name, await equip(person(name), hall.id)] as const),
  );
  return {
    hall: hall.id,
    group: groupOf("role:everyone"),
    field: Number(field),
    bot: person("bot").userId,
    viewers: Object.fromEntries(viewers) as unknown as Stage["viewers"],
    den,
    plaza,
    stranger: { id: stranger.userId, name: "Some member2", email: stranger.client.email },
  };
}

/** Gives somebody something to change. */
async function equip(person: Person, hall: number): Promise<Viewer> {
  const { client, userId } = person;
  const message = { type: "direct", to: [userId], content: "mine" };
  const channelMessage = { type: "channel", to: hall, topic: "t", content: "mine" };
  const due = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400 };
  const sent = client.post("/messages", person.name === "moderator" ? message : channelMessage);
  const draft = { type: "private", to: [userId], topic: "", content: "mine" };
  const scheduled = client.post("/scheduled_messages", { ...message, ...due });
  const { ids } = await done(client.post("/drafts", { drafts: [draft] }));
  return {
    person,
    own: {
      message: Number((await done(sent))["id"]),
      draft: Number((ids as number[])[0]),
      scheduled: Number((await done(scheduled))["scheduled_message_id"]),
    },
  };
}

async function done(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.result !== "success") throw new Error(answer.msg);
  return answer;
}
