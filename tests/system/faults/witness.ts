import type { Answer, Client } from "../client.ts";

interface HeardEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number; readonly subject: string };
  readonly [field: string]: unknown;
}

/** Of every service that writes events, and of those that merge with others in an answer. */
const types = [
  "message",
  "reaction",
  "update_message_flags",
  "stream",
  "realm_user",
  "user_status",
] as const;

/** Lists the identities of an event, equal for everybody who gets it; flags come merged, and are told apart again. */
function keysOf(event: HeardEvent): string[] {
  if (event.message) return [`message ${event.message.id}`];
  if (event.type !== "update_message_flags") return [JSON.stringify({ ...event, id: 0 })];
  const { flag, messages, op } = event;
  return (messages as number[]).map((one) => `${String(op)} ${String(flag)} ${one}`);
}

const pauseMs = 10;

/** A member who long-polls as real clients do and notes everything that no client should ever see. */
export class Witness implements AsyncDisposable {
  /** Ids of the messages heard, in that order, from the last registration on. */
  heard: number[] = [];
  /** Everything heard, of all types, in that order, from the last registration on. */
  events: string[] = [];
  /** Faults that were seen, in words. */
  readonly problems: string[] = [];
  /** Polls that were refused or lost their connection. */
  failedPolls = 0;
  /** Times that it was told to register again. */
  registrations = 1;
  readonly #client: Client;
  readonly #keys = new Set<string>();
  readonly #waiting = new Map<number, PromiseWithResolvers<boolean>>();
  #queueId: string;
  #last = -1;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  private constructor(client: Client, queueId: string) {
    this.#client = client;
    this.#queueId = queueId;
  }

  static async begin(client: Client): Promise<Witness> {
    const witness = new Witness(client, await register(client));
    witness.#running = witness.#poll();
    return witness;
  }

  /** Resolves when the message was heard. @throws Error when it is told to register again instead */
  async hears(messageId: number): Promise<void> {
    if (!(await this.hearsOrRegisters(messageId)))
      throw new Error(`Had to register again before hearing message ${messageId}.`);
  }

  /** True as soon as the message was heard, false when it was told to register again before that. */
  async hearsOrRegisters(messageId: number): Promise<boolean> {
    if (this.heard.includes(messageId)) return true;
    const waiter = Promise.withResolvers<boolean>();
    this.#waiting.set(messageId, waiter);
    return await waiter.promise;
  }

  /**
   * Resolves when an event of each of these values was heard: what services of their own publish comes in its own time.
   */
  async hearsValues(values: readonly string[]): Promise<void> {
    const waiting = new Set(values.map((value) => JSON.stringify(value)));
    for (let looked = 0; waiting.size > 0;) {
      for (const key of this.events.slice(looked))
        for (const value of waiting) if (key.includes(value)) waiting.delete(value);
      looked = this.events.length;
      if (waiting.size > 0) await pause();
    }
  }

  /** Resolves when it was told to register again and did. */
  async registersAgain(): Promise<void> {
    const before = this.registrations;
    while (this.registrations === before) await pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await this.#client.delete("/events", { queue_id: this.#queueId });
    await this.#running;
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      const answer = await this.#ask();
      if (answer?.["code"] === "BAD_EVENT_QUEUE_ID") await this.#beginAnew();
      else if (answer?.result === "success") this.#hear(answer["events"] as readonly HeardEvent[]);
      else {
        this.failedPolls += 1;
        await pause();
      }
    }
  }

  /** Undefined when the connection was lost: real clients ask again. */
  #ask(): Promise<Answer | undefined> {
    return this.#client
      .get("/events", { queue_id: this.#queueId, last_event_id: this.#last })
      .catch(() => undefined);
  }

  async #beginAnew(): Promise<void> {
    if (this.#stopped) return;
    for (;;) {
      const queueId = await register(this.#client).catch(() => undefined);
      if (queueId !== undefined) {
        this.#queueId = queueId;
        break;
      }
      await pause();
    }
    this.#last = -1;
    this.heard = [];
    this.events = [];
    this.#keys.clear();
    this.registrations += 1;
    for (const { resolve } of this.#waiting.values()) resolve(false);
    this.#waiting.clear();
  }

  #hear(events: readonly HeardEvent[]): void {
    for (const event of events) {
      const { id, message, type } = event;
      if (id <= this.#last)
        this.problems.push(`event ${id} (${type}) came after ${this.#last} was acknowledged`);
      this.#last = Math.max(this.#last, id);
      if (type !== "heartbeat") this.#note(keysOf(event));
      if (!message) continue;
      this.heard.push(message.id);
      this.#waiting.get(message.id)?.resolve(true);
      this.#waiting.delete(message.id);
    }
  }

  #note(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.#keys.has(key)) this.problems.push(`${key} came twice`);
      this.#keys.add(key);
      this.events.push(key);
    }
  }
}

/**
 * Returns the events that both have seen, in the order of each; these are equal if there is one order for everybody.
 */
export function inCommon(one: Witness, other: Witness): readonly [string[], string[]] {
  const keys = new Set(other.events);
  const both = new Set(one.events.filter((key) => keys.has(key)));
  return [one.events.filter((key) => both.has(key)), other.events.filter((key) => both.has(key))];
}

async function register(client: Client): Promise<string> {
  const answer = await client.post("/register", { event_types: types });
  if (answer.result !== "success") throw new Error(`Not registered: ${answer.msg}`);
  return String(answer["queue_id"]);
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
