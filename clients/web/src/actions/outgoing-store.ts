import { tabId } from "../live/tab-id.ts";
import type { Conversation } from "../state/conversation.ts";

/** A message that was written here and has not come back from the server yet. */
export interface Outgoing {
  /** Names it to the server on every try, so that it is sent once. */
  readonly localId: string;
  readonly conversation: Conversation;
  readonly content: string;
  /** UNIX seconds. */
  readonly writtenAt: number;
  /** What is sent waits for its event, so that it never vanishes between the two. */
  readonly status: "sending" | "waiting" | "failed" | "sent";
  /** Why it failed; empty otherwise. */
  readonly reason: string;
}

/**
 * Keeps what is to be sent in the browser, under the name of the tab that sends it. When a tab is gone, by being closed,
 * loaded again or a crash, one of the others inherits what it has left: each tab holds a lock of its name as long as it
 * lives.
 */
export class OutgoingStore {
  readonly #prefix: string;
  readonly #key: string;
  readonly #onInherited: (messages: readonly Outgoing[]) => void;
  readonly #awaited = new Set<string>();

  /** @param onInherited is given what another tab has left; it is in the store of this tab when it returns */
  constructor(me: number, onInherited: (messages: readonly Outgoing[]) => void) {
    this.#prefix = `outgoing:${String(me)}:`;
    this.#key = this.#prefix + tabId;
    this.#onInherited = onInherited;
  }

  /** Begins to inherit. */
  start(): void {
    // Over plain HTTP browsers have no locks: whoever comes sends what is there, with the same `Idempotency-Key`.
    if (isSecureContext)
      void navigator.locks.request(this.#key, () => new Promise(() => undefined));
    for (const key of Object.keys(localStorage)) this.#await(key);
    addEventListener("storage", ({ key, newValue }) => {
      if (key !== null && newValue !== null) this.#await(key);
    });
  }

  /** Keeps these messages instead of others; false where the browser keeps nothing, or is full. */
  put(messages: readonly Outgoing[]): boolean {
    try {
      if (messages.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(messages));
      return true;
    } catch {
      return false;
    }
  }

  #await(key: string): void {
    if (!key.startsWith(this.#prefix) || key === this.#key || this.#awaited.has(key)) return;
    this.#awaited.add(key);
    const inherit = () => {
      this.#awaited.delete(key);
      const text = localStorage.getItem(key);
      if (text !== null) this.#onInherited(JSON.parse(text) as readonly Outgoing[]);
      localStorage.removeItem(key);
    };
    if (isSecureContext) void navigator.locks.request(key, inherit);
    else inherit();
  }
}
