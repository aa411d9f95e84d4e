import {
  type Bundle,
  audienceTest,
  type DomainEvent,
  getMessages,
  messagesDomainEvent,
  type Operation,
  type Params,
  type RegisterRequest,
  parseSections,
  registerOperations,
  sendMessage,
  updateMessageFlags,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { ParamInputs, ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { RealmData } from "./realm-data.ts";

type Answer<O> = O extends Operation<Params, infer R> ? z.output<R> : never;
type Sending = ParamInputs<typeof sendMessage.params>;
type Fetching = ParamInputs<typeof getMessages.params>;

interface UnreadIds {
  readonly unread_message_ids: readonly number[];
}

/** Unread messages in the initial data (docs/behaviour/unread.md#unread-summary). */
interface UnreadMessages {
  readonly count: number;
  readonly pms: readonly (UnreadIds & { other_user_id: number; sender_id: number })[];
  readonly streams: readonly (UnreadIds & { stream_id: number; topic: string })[];
  readonly huddles: readonly (UnreadIds & { user_ids_string: string })[];
  readonly mentions: readonly number[];
  readonly old_unreads_missing: boolean;
}

/** The initial data that this service makes. */
export interface Sections {
  readonly max_message_id: number;
  readonly unread_msgs: UnreadMessages;
  readonly starred_messages: readonly number[];
  readonly recent_private_conversations: readonly object[];
  readonly drafts: readonly object[];
  readonly scheduled_messages: readonly object[];
  readonly reminders: readonly object[];
}

/** The people of every organization by their ids. */
const people = { alice: 1, bob: 2, carol: 3, guest: 4 } as const;

/** Somebody of the organization by name, or a user whom the test has added by id. */
export type Who = keyof typeof people | number;

const everything: RegisterRequest = {
  fetch: null,
  clientGravatar: false,
  includeSubscribers: "false",
  slimPresence: false,
  presenceHistoryLimitDays: 14,
  capabilities: { empty_topic_name: true },
};

/** Parts of the world that an organization needs. */
interface Surroundings {
  readonly pool: ServiceClient;
  bundles(realmId: number): Promise<readonly Bundle[]>;
}

/** One organization of a test, and what its users do. */
export class Realm {
  readonly id: number;
  readonly data: RealmData;
  readonly #world: Surroundings;

  constructor(world: Surroundings, id: number, data: RealmData) {
    this.#world = world;
    this.id = id;
    this.data = data;
  }

  /** Calls an operation as somebody, through the given process or the first. */
  request<P extends Params, R extends z.ZodObject>(
    ...[who, operation, params, options = {}]: [
      who: Who,
      operation: Operation<P, R>,
      params: ParamInputs<P>,
      options?: { pool?: ServiceClient; key?: string; client?: string },
    ]
  ): Promise<z.output<R>> {
    const headers: Record<string, string> =
      options.key === undefined ? {} : { "idempotency-key": options.key };
    const pool = options.pool ?? this.#world.pool;
    const identity = this.identity(who, options.client);
    return pool.request(operation, identity, params, { realmId: this.id, headers });
  }

  identity(who: Who, client = "test"): Caller {
    return {
      kind: "user",
      realm: { id: this.id, subdomain: `realm${this.id}`, url: "http://localhost" },
      userId: idOf(who),
      role: 400,
      isBot: false,
      client,
      usersVersion: 0,
    };
  }

  /** Sends to the channel `general` unless told otherwise; returns the id. */
  async send(who: Who, sending: Partial<Sending> = {}): Promise<number> {
    const message = { type: "channel", to: "general", topic: "t", content: "hi", ...sending };
    const { id } = await this.request(who, sendMessage, message as Sending);
    return id;
  }

  /** Sends through another process. */
  async sendThrough(pool: ServiceClient, who: Who): Promise<number> {
    const message = { type: "channel", to: "general", topic: "t", content: "hi" } as const;
    const { id } = await this.request(who, sendMessage, message, { pool });
    return id;
  }

  async direct(who: Who, to: readonly number[], content = "hi"): Promise<number> {
    return this.send(who, { type: "direct", to: JSON.stringify(to), topic: undefined, content });
  }

  /** The newest 100 that match, with overrides. */
  fetch(who: Who, fetching: Partial<Fetching> = {}): Promise<Answer<typeof getMessages>> {
    const range = "message_ids" in fetching ? {} : { anchor: "newest", num_before: 100 };
    return this.request(who, getMessages, { ...range, ...fetching });
  }

  /** Fetches without an account. */
  fetchUnnamed(narrow: readonly unknown[]): Promise<Answer<typeof getMessages>> {
    const realm = { id: this.id, subdomain: `realm${this.id}`, url: "http://localhost" };
    const unnamed = { kind: "anonymous", realm, client: "test" } as const;
    const asked = { anchor: "newest", num_before: 100, narrow: [...narrow] };
    return this.#world.pool.request(getMessages, unnamed, asked, { realmId: this.id });
  }

  async ids(who: Who, narrow: readonly unknown[] = []): Promise<readonly number[]> {
    const { messages } = await this.fetch(who, { narrow: [...narrow] });
    return messages.map(({ id }) => id);
  }

  async flags(who: Who, id: number): Promise<readonly string[] | undefined> {
    const { messages } = await this.fetch(who, { message_ids: [id] });
    return messages[0]?.flags;
  }

  mark(
    ...[who, op, flag, messages]: [Who, "add" | "remove", string, readonly number[]]
  ): Promise<Answer<typeof updateMessageFlags>> {
    return this.request(who, updateMessageFlags, { op, flag, messages: [...messages] });
  }

  /** All events of the realm in stream order. */
  async events(): Promise<readonly DomainEvent[]> {
    return (await this.#world.bundles(this.id)).flatMap(({ events }) => events);
  }

  /** Those of one type, each as the contract describes it. */
  async eventsOf(type: string): Promise<readonly DomainEvent[]> {
    const events = (await this.events()).filter(({ event }) => event.type === type);
    for (const { event } of events) messagesDomainEvent.parse(event);
    return events;
  }

  /** Ids of the messages whose events a user gets, in stream order. */
  async heard(who: Who): Promise<readonly number[]> {
    return (await this.events())
      .filter(
        ({ event, audience }) => event.type === "message" && audienceTest(audience)(idOf(who)),
      )
      .map(({ event }) => (event["message"] as { id: number }).id);
  }

  async register(who: Who, request: Partial<RegisterRequest> = {}): Promise<Sections> {
    const part = await this.#world.pool.call(
      registerOperations.messages,
      this.identity(who),
      { ...everything, ...request },
      { realmId: this.id },
    );
    return parseSections(part) as unknown as Sections;
  }
}

/** The id of somebody. */
function idOf(who: Who): number {
  return typeof who === "number" ? who : people[who];
}
