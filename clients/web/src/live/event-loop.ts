import { call, Refusal } from "../api/call.ts";
import { getEvents } from "../api/operations.ts";
import { register, registerAfterVisit } from "../api/register.ts";
import type { InitialData, ServerEvent } from "../state/state.ts";

/** How this client hears of changes at the moment. */
export type Connection = "connecting" | "live" | "reconnecting";

interface Listeners {
  /** Has the initial data of a queue; the first time, and whenever a queue was lost. */
  readonly onRegistered: (data: InitialData) => void;
  readonly onEvents: (events: readonly ServerEvent[]) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** Longer than the server lets a poll wait, so that a connection that has died unnoticed is given up. */
const pollTimeoutMs = 100_000;
/** How often people without an account are shown what is new. */
const lookAroundMs = 60_000;
const firstDelayMs = 500;
const maxDelayMs = 30_000;

/**
 * Keeps up with the server: registers a queue, polls it, and begins anew when it is lost. Goes on for ever; a
 * connection that fails is tried again later and later, and at once when the browser is online or looked at again.
 */
export class EventLoop {
  readonly #listeners: Listeners;
  #delayMs = 0;
  #wake: () => void = () => undefined;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
    const wake = () => {
      this.#wake();
    };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
  }

  /** Never resolves. */
  async run(): Promise<never> {
    for (let isFirst = true; ; isFirst = false) {
      const data = await this.#persist(isFirst ? registerAfterVisit : register);
      this.#listeners.onRegistered(data);
      this.#listeners.onConnection("live");
      await (data.queue_id === null ? this.#lookAround() : this.#poll(data));
    }
  }

  /** Waits until it is asked again what there is: people without an account have no queue. */
  async #lookAround(): Promise<void> {
    await this.#wait(lookAroundMs);
    // Nobody needs to know what is new while nobody looks.
    while (document.hidden) await this.#wait(lookAroundMs);
  }

  /** Polls a queue until it is lost. */
  async #poll(data: InitialData): Promise<void> {
    let { last_event_id } = data;
    const queue_id = data.queue_id ?? "";
    for (;;) {
      const asked = { queue_id, last_event_id };
      const events = await this.#persist(() => poll(asked));
      if (events === null) return;
      this.#listeners.onConnection("live");
      last_event_id = events.at(-1)?.id ?? last_event_id;
      this.#listeners.onEvents(events as unknown as readonly ServerEvent[]);
    }
  }

  /** Does something until it succeeds. */
  async #persist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const done = await work();
        this.#delayMs = 0;
        return done;
      } catch (error) {
        if (error instanceof Refusal && !error.isPassing) await this.#pause(maxDelayMs);
        else await this.#pause(error instanceof Refusal ? error.retryAfter * 1000 : 0);
      }
    }
  }

  /** Waits before another try, by chance a little longer, so that the clients of a server that was away spread out. */
  async #pause(leastMs: number): Promise<void> {
    this.#listeners.onConnection("reconnecting");
    this.#delayMs = Math.min(Math.max(this.#delayMs * 2, firstDelayMs), maxDelayMs);
    await this.#wait(Math.max(leastMs, this.#delayMs * (0.5 + Math.random() / 2)));
  }

  /** Waits, but not while the browser comes online or is looked at again. */
  async #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }
}

/** Returns the next events; null when the queue is lost. */
async function poll(asked: { readonly queue_id: string; readonly last_event_id: number }) {
  try {
    const signal = AbortSignal.timeout(pollTimeoutMs);
    return (await call(getEvents, asked, { signal })).events;
  } catch (error) {
    if (error instanceof Refusal && error.code === "BAD_EVENT_QUEUE_ID") return null;
    throw error;
  }
}
