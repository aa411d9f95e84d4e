import { type ClientState, numbers, type Row, rows } from "./state.ts";

/** Things that a client fetches when it needs them. */
export interface Fetched {
  readonly attachmentIds: readonly number[];
  /** The newest messages; empty where they do not matter. */
  readonly newest: readonly Row[];
}

/** Things that an actor can choose from, as its own client sees them. */
export class Seen {
  readonly #state: ClientState;

  readonly #messages: ReadonlyMap<number, Row>;

  /** Addresses of files that the user uploaded. */
  readonly files: readonly string[];
  readonly attachmentIds: readonly number[];

  constructor(state: ClientState, more: Fetched & { readonly files: readonly string[] }) {
    this.#state = state;
    this.files = more.files;
    this.attachmentIds = more.attachmentIds;
    const newest = more.newest.map((message): [number, Row] => [Number(message["id"]), message]);
    this.#messages = newest.length > 0 ? new Map(newest) : state.messages;
  }

  get userId(): number {
    return this.#state.userId;
  }

  get users(): Row[] {
    return [
      ...rows(this.#state.data["realm_users"]),
      ...rows(this.#state.data["realm_non_active_users"]),
    ];
  }

  get userIds(): number[] {
    return rows(this.#state.data["realm_users"]).map((user) => user["user_id"] as number);
  }

  get channels(): Row[] {
    const { subscriptions, unsubscribed, never_subscribed: never } = this.#state.data;
    return [...rows(subscriptions), ...rows(unsubscribed), ...rows(never)];
  }

  get subscriptions(): Row[] {
    return this.list("subscriptions");
  }

  get channelIds(): number[] {
    return this.channels.map((channel) => channel["stream_id"] as number);
  }

  get channelNames(): string[] {
    return this.channels.map((channel) => channel["name"] as string);
  }

  /** Names of the user's channels that are not archived. */
  get openNames(): string[] {
    const open = this.subscriptions.filter((channel) => channel["is_archived"] !== true);
    return open.map((channel) => channel["name"] as string);
  }

  /** Names of channels that the user has left and that are not archived. */
  get leftNames(): string[] {
    const open = this.list("unsubscribed").filter((channel) => channel["is_archived"] !== true);
    return open.map((channel) => channel["name"] as string);
  }

  get messages(): Row[] {
    return [...this.#messages.values()];
  }

  get deviceIds(): number[] {
    return Object.keys((this.#state.data["devices"] ?? {}) as Row).map(Number);
  }

  get ownMessageIds(): number[] {
    const own = this.messages.filter((message) => message["sender_id"] === this.userId);
    return own.map((message) => message["id"] as number);
  }

  get messageIds(): number[] {
    return [...this.#messages.keys()];
  }

  /** People without a bot or a guest's account, and without the user. */
  get colleagueIds(): number[] {
    const people = rows(this.#state.data["realm_users"]).filter(
      (user) => user["is_bot"] !== true && user["is_guest"] !== true,
    );
    return people.map((user) => user["user_id"] as number).filter((id) => id !== this.userId);
  }

  get groupIds(): number[] {
    return this.list("realm_user_groups").map((group) => group["id"] as number);
  }

  /** Groups that people made. */
  get ownGroupIds(): number[] {
    const own = this.list("realm_user_groups").filter((group) => group["is_system_group"] !== true);
    return own.map((group) => group["id"] as number);
  }

  /** Groups that people made and that have parts. */
  get composedGroups(): { readonly id: number; readonly parts: readonly number[] }[] {
    const own = new Set(this.ownGroupIds);
    return this.list("realm_user_groups").flatMap((group) => {
      const [id, parts] = [group["id"] as number, numbers(group["direct_subgroup_ids"])];
      return own.has(id) && parts.length > 0 ? [{ id, parts }] : [];
    });
  }

  get emojiNames(): string[] {
    const all = Object.values((this.#state.data["realm_emoji"] ?? {}) as Record<string, Row>);
    return all.map((one) => one["name"] as string);
  }

  list(key: string): Row[] {
    return rows(this.#state.data[key]);
  }

  ids(key: string, field = "id"): number[] {
    return this.list(key).map((entry) => entry[field] as number);
  }

  /** Ids in a list of the initial data. */
  numbers(key: string): number[] {
    return numbers(this.#state.data[key]);
  }
}
