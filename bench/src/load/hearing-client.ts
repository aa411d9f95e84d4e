import { setTimeout as delay } from "node:timers/promises";

import type { Stack } from "../stack.ts";
import type { PatientSender } from "./patient-sender.ts";

interface Credentials {
  readonly email: string;
  readonly apiKey: string;
}

interface Answer {
  readonly result: string;
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly events: readonly { readonly id: number; readonly message?: { readonly id: number } }[];
}

const retryMs = 20;
const lookEveryMs = 10;

/** Somebody who listens by long polls, and registers again whenever that fails. */
export class HearingClient {
  /** Ids of messages heard by the present queue. */
  readonly heard = new Set<number>();
  registrations = 0;
  readonly #url: URL;
  readonly #authorization: string;
  readonly #stopping = new AbortController();

  private constructor(stack: Stack, { apiKey, email }: Credentials) {
    this.#url = stack.url;
    this.#authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  }

  static openAll(stack: Stack, credentials: Credentials, count: number): readonly HearingClient[] {
    return Array.from({ length: count }, () => {
      const client = new HearingClient(stack, credentials);
      void client.#listen();
      return client;
    });
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listenOnce().catch(() => undefined);
      if (!signal.aborted) await delay(retryMs);
    }
  }

  /** Listens until something fails. */
  async #listenOnce(): Promise<void> {
    const types = JSON.stringify(["message"]);
    const begin = new URLSearchParams({ event_types: types, fetch_event_types: types });
    const { last_event_id: first, queue_id: queueId } = await this.#ask("POST", "register", begin);
    this.registrations += 1;
    this.heard.clear();
    for (let last = first; ;) {
      const poll = new URLSearchParams({ queue_id: queueId, last_event_id: String(last) });
      const { events } = await this.#ask("GET", `events?${poll.toString()}`);
      for (const { message } of events) if (message !== undefined) this.heard.add(message.id);
      last = events.at(-1)?.id ?? last;
    }
  }

  async #ask(method: string, path: string, body?: URLSearchParams): Promise<Answer> {
    const response = await fetch(new URL(`/api/v1/${path}`, this.#url), {
      method,
      headers: { authorization: this.#authorization },
      signal: this.#stopping.signal,
      ...(body === undefined ? {} : { body }),
    });
    const answer = (await response.json()) as Answer;
    if (answer.result !== "success") throw new Error(JSON.stringify(answer));
    return answer;
  }
}

/**
 * Resolves when everybody has heard a message that is sent from now on, without having to register before that: what
 * was lost is noticed by one service after the other.
 */
export async function hearAgain(
  sender: PatientSender,
  people: readonly HearingClient[],
): Promise<void> {
  for (;;) {
    const before = people.map(({ registrations }) => registrations);
    const id = await sender.send();
    const isNew = (person: HearingClient, index: number) => person.registrations !== before[index];
    while (!people.every((person, index) => person.heard.has(id) || isNew(person, index)))
      await delay(lookEveryMs);
    if (!people.some(isNew)) return;
  }
}
