import { randomBytes } from "node:crypto";

import { botTypes } from "@team-chat/contract";

import type { Answer } from "../client.ts";
import { copyOrganization } from "../in-process/copy-organization.ts";
import type { Product } from "../in-process/product.ts";
import { createPeople, Person } from "../in-process/realm.ts";
import { furnish, picture } from "../register-events/furnish.ts";
import { startQuietBot } from "./quiet-bot.ts";

type Params = Readonly<Record<string, unknown>>;

/** Kinds of things of which each stage has one to change or remove. */
const kinds = [
  "attachment",
  "bot",
  "channel",
  "draft",
  "field",
  "filter",
  "folder",
  "group",
  "invite",
  "link",
  "message",
  "playground",
  "reminder",
  "scheduled",
  "snippet",
] as const;

type Kind = (typeof kinds)[number];

export const password = "correct-horse-battery";
/** Far enough for what is to be sent later. */
export const later = 4_000_000_000;
export const topic = "lunch";

/** Setting with which no e-mail about the first stage's messages falls due in the middle of a test of a copy. */
const noMail = { email_notifications_batching_period_seconds: 604_800 };

const quietBot = startQuietBot();

interface Parts {
  readonly product: Product;
  readonly people: readonly Person[];
  readonly realmId: number;
  readonly ids: ReadonlyMap<Kind, number>;
}

/** An organization in which there is one of everything, made by its owner. */
export class Stage {
  readonly product: Product;
  readonly people: readonly Person[];
  readonly realmId: number;
  readonly #ids: Map<Kind, number>;
  #made = 0;

  private constructor({ ids, people, product, realmId }: Parts) {
    this.product = product;
    this.people = people;
    this.realmId = realmId;
    this.#ids = new Map(ids);
  }

  /** Guests see some people only; everybody is in `general`. */
  static async set(product: Product): Promise<Stage> {
    const { people, realmId } = await createPeople(product);
    for (const { client } of people.filter(({ name }) => name !== "bot"))
      await done(client.patch("/settings", noMail));
    await furnish(people);
    const stage = new Stage({ product, people, realmId, ids: new Map() });
    await stage.#furnishMore();
    await product.settle();
    return stage;
  }

  /** Sets another one that is like this one, to which nothing may have happened yet. */
  async again(): Promise<Stage> {
    const { product } = this;
    const subdomain = `r${randomBytes(6).toString("hex")}`;
    const { keys, realmId } = await copyOrganization(product, { realmId: this.realmId, subdomain });
    const host = `${subdomain}.localhost:${product.port}`;
    const people = this.people.map((person) => person.in(host, keys.get(person.userId) ?? ""));
    return new Stage({ product, people, realmId, ids: this.#ids });
  }

  person(name: string): Person {
    const found = this.people.find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  }

  get owner(): Person {
    return this.person("owner");
  }

  id(kind: Kind): number {
    const id = this.#ids.get(kind);
    if (id === undefined) throw new Error(`There is no ${kind}.`);
    return id;
  }

  /** Something that nothing else is called. */
  name(): string {
    this.#made += 1;
    return `new ${this.#made}`;
  }

  /** The id of a channel. */
  async channel(name: string): Promise<number> {
    return Number(
      (await done(this.owner.client.get("/get_stream_id", { stream: name })))["stream_id"],
    );
  }

  /** A further member, who is subscribed to `general`. */
  async member(params: Params = {}): Promise<Person> {
    const { client } = this.owner;
    const email = `${this.name().replace(" ", "")}@example.com`;
    const account = { email, password, full_name: this.name() };
    const { user_id } = await done(client.post("/users", account));
    const member = await this.logIn(email);
    const principals = [Number(user_id)];
    const subscriptions = [{ name: "general" }];
    await done(client.post("/users/me/subscriptions", { subscriptions, principals }));
    if (Object.keys(params).length > 0)
      await done(client.patch(`/users/${Number(user_id)}`, params));
    return member;
  }

  /** Somebody who has the usual password. */
  async logIn(email: string): Promise<Person> {
    const form = { username: email, password };
    return this.newUser(email, await done(this.owner.client.post("/fetch_api_key", form)));
  }

  /** Somebody who was just given a key. */
  newUser(email: string, { api_key, user_id }: Answer): Person {
    const made = { userId: Number(user_id), email, apiKey: String(api_key) };
    return new Person("newcomer", made, { url: this.product.url, host: this.owner.host });
  }

  /** Sends a message, which may be made something else by `params`. */
  async send(params: Params = {}, by = this.owner): Promise<number> {
    const message = { type: "channel", to: "general", topic, content: "hello" };
    const { id } = await done(by.client.post("/messages", { ...message, ...params }));
    return Number(id);
  }

  async #furnishMore(): Promise<void> {
    const { client } = this.owner;
    const general = await this.channel("general");
    this.#ids.set("channel", general);
    const make = async (kind: Kind, answer: Promise<Answer>, key = "id") => {
      this.#ids.set(kind, Number((await done(answer))[key]));
    };
    const text = { type: "channel", to: general, topic, content: "later" };
    const due = { scheduled_delivery_timestamp: later };
    await make("message", client.post("/messages", { ...text, content: "now" }));
    const message_id = this.id("message");
    await make("reminder", client.post("/reminders", { message_id, ...due }), "reminder_id");
    const scheduled = client.post("/scheduled_messages", { ...text, ...due });
    await make("scheduled", scheduled, "scheduled_message_id");
    await make(
      "snippet",
      client.post("/saved_snippets", { title: "t", content: "c" }),
      "saved_snippet_id",
    );
    const group = {
      name: "crew",
      description: "",
      members: this.people.map(({ userId }) => userId).slice(0, 4),
    };
    await make("group", client.post("/user_groups/create", group), "group_id");
    await make("field", client.post("/realm/profile_fields", { name: "Food", field_type: 1 }));
    const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
    await make("filter", client.post("/realm/filters", linkifier));
    const folder = client.post("/channel_folders/create", { name: "Folder", description: "" });
    await make("folder", folder, "channel_folder_id");
    const place = {
      name: "P",
      pygments_language: "Rust",
      url_template: "https://example.com/{code}",
    };
    await make("playground", client.post("/realm/playgrounds", place));
    const bot = { full_name: "Hook", short_name: "hook", bot_type: botTypes.outgoingWebhook };
    const hook = { ...bot, payload_url: JSON.stringify(await quietBot) };
    await make("bot", client.post("/bots", hook), "user_id");
    const draft = { type: "stream", to: [general], topic, content: "c" };
    const { ids } = await done(client.post("/drafts", { drafts: [draft] }));
    this.#ids.set("draft", (ids as number[])[0] ?? 0);
    await this.#invite();
    await this.#makePersonal();
  }

  async #invite(): Promise<void> {
    const { client } = this.owner;
    await done(client.post("/invites", { invitee_emails: "somebody@example.org", stream_ids: [] }));
    await done(client.post("/invites/multiuse", { stream_ids: [] }));
    const { invites } = await done(client.get("/invites"));
    for (const { id, is_multiuse: isLink } of invites as { id: number; is_multiuse: boolean }[])
      this.#ids.set(isLink ? "link" : "invite", id);
  }

  async #makePersonal(): Promise<void> {
    const { client } = this.owner;
    await done(client.upload("/user_uploads", { name: "note.txt", bytes: Buffer.from("A note.") }));
    const { attachments } = await done(client.get("/attachments"));
    this.#ids.set("attachment", (attachments as { id: number }[])[0]?.id ?? 0);
    await done(client.upload("/users/me/avatar", picture));
    await done(client.post("/navigation_views", { fragment: "inbox", is_pinned: true }));
    await done(client.post("/realm/domains", { domain: "example.net", allow_subdomains: false }));
    await done(client.post("/users/me/alert_words", { alert_words: ["fire"] }));
    await done(client.post(`/users/me/muted_users/${this.person("member2").userId}`));
    await done(client.post("/default_streams", { stream_id: this.id("channel") }));
    const storage = this.person("bot").client.call(
      { method: "PUT", path: "/bot_storage" },
      { storage: { kept: "here" } },
    );
    await done(storage);
  }
}

/** @throws Error when it was refused */
export async function done(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering;
  if (answer.result !== "success") throw new Error(JSON.stringify(answer));
  return answer;
}
