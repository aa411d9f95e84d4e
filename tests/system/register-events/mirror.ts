import type { Person } from "../in-process/realm.ts";
import { applyEvent } from "./apply/apply-event.ts";
import { comparable } from "./comparable.ts";
import { ownPermissionKeys, ownPermissionsOf } from "./own-permissions.ts";
import { presentAtFirst, presentAnnounced } from "./presence.ts";
import type { ClientState, Row, Wishes } from "./state.ts";
import { unreadMessages, unreadAnnounced } from "./unread.ts";

/** Thrown when the server refuses a client that did nothing wrong. */
export class Refused extends Error {}

/** Registers, and returns only what the registration gives. @throws Refused */
export async function register(person: Person, wishes: Wishes): Promise<ClientState> {
  const { event_types: types, ...rest } = wishes;
  const data = await person.client.post("/register", {
    ...rest,
    ...(types === null ? {} : { event_types: types }),
  });
  if (data.result !== "success") throw new Refused(JSON.stringify(data));
  const { userId } = person;
  const sets = { partial: new Set<number>(), young: new Set<number>(), gone: new Set<number>() };
  const messages = unreadMessages(data["unread_msgs"] as Row, userId);
  const facts = { userId, wishes, data: { ...data }, onlyUnread: true, ...sets, messages };
  return { ...facts, present: presentAtFirst({ ...facts, present: null }) };
}

/** Registers, and fetches the messages that the user has received; nobody writes meanwhile. @throws Refused */
export async function loadState(person: Person, wishes: Wishes): Promise<ClientState> {
  const registered = await register(person, wishes);
  const fetched = await person.client.get("/messages", {
    anchor: "newest",
    num_before: 5000,
    num_after: 0,
    apply_markdown: wishes.apply_markdown,
    client_gravatar: wishes.client_gravatar,
    allow_empty_topic_name: wishes.client_capabilities["empty_topic_name"] === true,
  });
  const messages = (fetched["messages"] as Row[]).map((one): [number, Row] => [
    Number(one["id"]),
    one,
  ]);
  return { ...registered, onlyUnread: false, messages: new Map(messages) };
}

/** A client that registered once and keeps up by events alone. */
export class Mirror {
  readonly person: Person;
  readonly state: ClientState;
  #lastEventId: number;

  private constructor(person: Person, state: ClientState) {
    this.person = person;
    this.state = state;
    this.#lastEventId = Number(state.data["last_event_id"]);
  }

  static async open(person: Person, wishes: Wishes): Promise<Mirror> {
    return new Mirror(person, await loadState(person, wishes));
  }

  /** Goes on from a registration that was already made. */
  static adopt(person: Person, state: ClientState): Mirror {
    return new Mirror(person, state);
  }

  get queueId(): string {
    return String(this.state.data["queue_id"]);
  }

  /** The events since the last call; null when the queue is gone. */
  async poll(): Promise<readonly Row[] | null> {
    const answer = await this.person.client.get("/events", {
      queue_id: this.queueId,
      last_event_id: this.#lastEventId,
      dont_block: true,
    });
    if (answer.result !== "success") return null;
    const events = answer["events"] as Row[];
    for (const { id } of events) {
      if (typeof id !== "number" || id <= this.#lastEventId)
        throw new Error(`Event ${String(id)} comes after ${this.#lastEventId}.`);
      this.#lastEventId = id;
    }
    return events;
  }

  async close(): Promise<void> {
    await this.person.client.delete("/events", { queue_id: this.queueId });
  }
}

/**
 * The state after the events; both stay as they are, though clients keep what events give them and change it later.
 * @throws Misfit
 */
export function applyAll(state: ClientState, events: readonly Row[]): ClientState {
  const next = copyOf(state);
  for (const event of structuredClone(events)) applyEvent(next, event);
  return next;
}

function copyOf(state: ClientState): ClientState {
  const { data, gone, messages, partial, present, young } = state;
  return {
    ...state,
    data: structuredClone(data),
    messages: structuredClone(messages),
    partial: new Set(partial),
    young: new Set(young),
    gone: new Set(gone),
    present: present && new Set(present),
  };
}

/**
 * Returns the initial data of a client that registers now, in the form of `comparable`, as far as `known`, who keeps up
 * by events, can know it.
 */
export function expected(fresh: ClientState, known: ClientState): Row {
  const messages = [...fresh.messages].filter(([id, message]) => {
    if (known.messages.has(id)) return true;
    // Nobody is sent what was there before a subscription, or before a topic was moved.
    return (
      !known.partial.has(Number(message["stream_id"])) &&
      message["last_moved_timestamp"] === undefined
    );
  });
  const state = { ...fresh, messages: new Map(messages) };
  const announced = fresh.data["unread_msgs"];
  const unread =
    announced === undefined ? {} : { unread_msgs: unreadAnnounced(state, announced as Row) };
  const { recent_private_conversations: direct } = fresh.data;
  const isAnnounced = direct !== undefined && !known.onlyUnread;
  const conversations = isAnnounced ? { recent_private_conversations: direct } : {};
  return {
    ...comparable({ ...state, onlyUnread: known.onlyUnread }),
    ...unread,
    ...conversations,
    ...newestAnnounced(fresh, known),
    ...ownPermissionsAnnounced(fresh),
    present: fresh.present && known.present && presentAnnounced(fresh, known),
  };
}

/**
 * The newest message: where the client knows that it is deleted it cannot know which is the newest now, only that it is
 * an older one. One that the client does not see, of a channel that was left, is deleted without a word to it.
 */
function newestAnnounced({ data: fresh }: ClientState, { data, gone, messages }: ClientState): Row {
  const newest = Number(data["max_message_id"]);
  const mayBeGone = gone.has(newest) || !messages.has(newest);
  const isOlder = mayBeGone && Number(fresh["max_message_id"]) < newest;
  return isOlder ? { max_message_id: newest } : {};
}

/** Returns the client's permissions as the registration states them, not as the client would compute them. */
function ownPermissionsAnnounced(fresh: ClientState): Row {
  if (ownPermissionsOf(fresh) === null) return {};
  return Object.fromEntries(ownPermissionKeys.map((key) => [key, fresh.data[key]]));
}
