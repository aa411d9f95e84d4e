import { inParallel } from "../load/in-parallel.ts";
import type { ApiClient } from "./api-client.ts";
import type { Member } from "./members.ts";

interface HeardEvent {
  readonly id: number;
  readonly message?: { readonly id: number };
}

/** An event queue for messages, with what its member has seen of it. */
export class Queue {
  readonly id: string;
  readonly #member: Member;
  #lastEventId: number;

  private constructor(id: string, member: Member, lastEventId: number) {
    this.id = id;
    this.#member = member;
    this.#lastEventId = lastEventId;
  }

  static async register(api: ApiClient, member: Member): Promise<Queue> {
    const types = JSON.stringify(["message"]);
    const parameters = { event_types: types, fetch_event_types: types, apply_markdown: "true" };
    const answer = await api.post({ path: "/register", credentials: member, parameters });
    return new Queue(String(answer["queue_id"]), member, Number(answer["last_event_id"]));
  }

  /** Id of its member. */
  get userId(): number {
    return this.#member.userId;
  }

  /** Returns the request of its next long poll. */
  poll(api: ApiClient): string {
    const parameters = { queue_id: this.id, last_event_id: String(this.#lastEventId) };
    return api.bytes("GET", { path: "/events", credentials: this.#member, parameters });
  }

  /** Notes the answer of a poll. @throws Error when the message with this id is not the only one in it. */
  take(answer: Record<string, unknown>, messageId: number): void {
    const messages = this.takeMessages(answer);
    if (messages.length !== 1 || messages[0] !== messageId) {
      throw new Error(`a poll for message ${messageId} was answered with ${messages.join(", ")}`);
    }
  }

  /** Notes the answer of a poll; returns the ids of the messages in it. */
  takeMessages(answer: Record<string, unknown>): number[] {
    const events = answer["events"] as readonly HeardEvent[];
    this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
    return events.flatMap(({ message }) => (message === undefined ? [] : [message.id]));
  }

  /** Notes the answer of a poll. @throws Error when it is anything but one heartbeat. */
  takeHeartbeat(answer: Record<string, unknown>): void {
    const events = answer["events"] as readonly { readonly id: number; readonly type: string }[];
    const [only] = events;
    if (events.length !== 1 || only?.type !== "heartbeat")
      throw new Error(
        `a poll that waits was answered with ${events.map(({ type }) => type).join(", ")}`,
      );
    this.#lastEventId = only.id;
  }
}

/** Registers one queue for each of `count` polls, the members taking turns. */
export async function registerQueues(
  api: ApiClient,
  members: readonly Member[],
  count: number,
): Promise<Queue[]> {
  return await inParallel({ count, concurrency: 16 }, async (index) => {
    const member = members[index % members.length];
    if (member === undefined) {
      throw new Error("queues need members");
    }
    return await Queue.register(api, member);
  });
}
