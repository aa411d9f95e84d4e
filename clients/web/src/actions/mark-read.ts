import { call, Refusal } from "../api/call.ts";
import { updateMessageFlags } from "../api/operations.ts";
import type { Client } from "../live/client.ts";
import type { ServerEvent } from "../state/state.ts";

/** Lets what is scrolled past be told in one request. */
const delayMs = 400;
const maxIds = 1000;

/** Marks messages as read: at once here, and soon at the server, once the connection is there. */
export class ReadMarker {
  readonly #client: Client;
  readonly #waiting = new Set<number>();
  /** Messages of requests that are under way. */
  readonly #announced = new Set<number>();
  /** Request that is under way, which never fails. */
  #telling: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Messages from this one on stay unread, although they are on the screen. */
  #keptFrom = Infinity;

  constructor(client: Client) {
    this.#client = client;
    // What was read just before a page is left would come back as unread.
    addEventListener("pagehide", () => void this.#send());
    // What the server or another tab knows may be from before: it would bring these back as unread.
    client.onRegister(() => {
      this.#show("add", [...this.#announced, ...this.#waiting]);
    });
    addEventListener("hashchange", () => {
      this.#keptFrom = Infinity;
    });
  }

  /** Marks those of the messages as read that are not. */
  read(ids: readonly number[]): void {
    const { messages } = this.#client.state.peek();
    const fresh = ids.filter(
      (id) => id < this.#keptFrom && messages.get(id)?.flags.includes("read") !== true,
    );
    if (fresh.length === 0) return;
    this.#show("add", fresh);
    for (const id of fresh) this.#waiting.add(id);
    this.#schedule(delayMs);
  }

  /** Marks all messages as read that are unread in a conversation, loaded or not; returns them. */
  readAll(ids: readonly number[]): void {
    this.#show("add", ids);
    for (const id of ids) this.#waiting.add(id);
    this.#schedule(0);
  }

  /** Lets a message and later ones be unread until another place is opened. */
  keepUnread(from: number): void {
    this.#keptFrom = from;
  }

  /** Resolves when the server knows everything that was read; what becomes unread is known to it as read then. */
  async settled(): Promise<void> {
    for (let left = this.#waiting.size; left > 0; left -= maxIds) await this.#send();
    await this.#telling;
  }

  /** Takes back that messages were read. @throws Refusal */
  async unread(ids: readonly number[]): Promise<void> {
    await this.settled();
    for (const id of ids) this.#waiting.delete(id);
    await call(updateMessageFlags, { messages: [...ids], op: "remove", flag: "read" });
  }

  #show(op: "add", messages: readonly number[]): void {
    const event: ServerEvent = {
      type: "update_message_flags",
      op,
      operation: op,
      flag: "read",
      messages: [...messages],
      all: false,
    };
    this.#client.hear([event]);
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#send(), ms);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const messages = [...this.#waiting].slice(0, maxIds);
    if (messages.length === 0) return;
    for (const id of messages) {
      this.#waiting.delete(id);
      this.#announced.add(id);
    }
    const request = this.#tell(messages).finally(() => {
      for (const id of messages) this.#announced.delete(id);
    });
    this.#telling = request.catch(() => undefined);
    await request;
  }

  async #tell(messages: number[]): Promise<void> {
    try {
      // The page may be left while it is under way.
      const left = { keepalive: true };
      await call(updateMessageFlags, { messages, op: "add", flag: "read" }, left);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.isPassing) throw error;
      for (const id of messages) this.#waiting.add(id);
      this.#schedule(Math.max(5000, error.retryAfter * 1000));
      return;
    }
    if (this.#waiting.size > 0) this.#schedule(0);
  }
}
