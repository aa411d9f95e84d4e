import { type Signal, signal } from "@preact/signals";

import { call, Refusal } from "../api/call.ts";
import { getMessage, sendMessage } from "../api/operations.ts";
import type { Client } from "../live/client.ts";
import { narrowKey } from "../narrow/narrow.ts";
import { type Conversation, keyOf, type Narrow } from "../state/conversation.ts";

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

const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/**
 * Sends messages in the order in which they were written, each until the server has answered. What waits is kept by the
 * browser, so that neither a reload nor a lost connection loses it.
 */
export class Outbox {
  readonly messages: Signal<readonly Outgoing[]>;
  readonly #client: Client;
  readonly #storageKey: string;
  #isSending = false;
  #delayMs = firstDelayMs;

  constructor(client: Client) {
    this.#client = client;
    this.#storageKey = `outgoing:${String(client.state.peek().me)}`;
    this.messages = signal(stored(this.#storageKey));
    client.onEvent((event) => {
      if (event.type === "message") this.#drop(event.local_message_id ?? "");
    });
    // Events of what was sent may have been in the queue that was lost; messages are loaded again then.
    client.onRegister(() => {
      this.#set(this.messages.peek().filter(({ status }) => status !== "sent"));
      void this.#flush();
    });
    addEventListener("online", () => void this.#flush());
    void this.#flush();
  }

  /** Shows a message at once, and sends it. */
  send(conversation: Conversation, content: string): void {
    const localId = crypto.randomUUID();
    const writtenAt = Math.floor(Date.now() / 1000);
    const message = {
      localId,
      conversation,
      content,
      writtenAt,
      status: "sending",
      reason: "",
    } as const;
    this.#set([...this.messages.peek(), message]);
    void this.#flush();
  }

  /** Tries a message again that failed. */
  retry(localId: string): void {
    this.#change(localId, { status: "sending", reason: "" });
    void this.#flush();
  }

  /** Gives a message up. */
  discard(localId: string): void {
    this.#drop(localId);
  }

  /** Lists what is on its way into a conversation, or into any topic of a channel. */
  to(narrow: Narrow): readonly Outgoing[] {
    return this.messages.value.filter(({ conversation: one }) =>
      narrow.kind === "channel"
        ? one.kind === "topic" && one.channelId === narrow.channelId
        : narrowKey(narrow) === keyOf(one),
    );
  }

  async #flush(): Promise<void> {
    // What is sent before there is a queue would not be known again when its event comes.
    if (this.#isSending || this.#client.queueId === "") return;
    this.#isSending = true;
    for (;;) {
      const next = this.messages.peek().find(({ status }) => isPending(status));
      if (next === undefined) break;
      const delayMs = await this.#try(next);
      if (delayMs > 0) {
        setTimeout(() => void this.#flush(), delayMs);
        break;
      }
    }
    this.#isSending = false;
  }

  /** Returns how long to wait before the next try; 0 when there is no need. */
  async #try({ content, conversation, localId }: Outgoing): Promise<number> {
    const target =
      conversation.kind === "topic"
        ? {
            type: "channel" as const,
            to: String(conversation.channelId),
            topic: conversation.topic,
          }
        : { type: "direct" as const, to: JSON.stringify(conversation.userIds) };
    const sent = {
      ...target,
      content,
      local_id: localId,
      queue_id: this.#client.queueId,
      read_by_sender: true,
    };
    try {
      const { id } = await call(sendMessage, sent, { idempotencyKey: localId });
      this.#sentAs(localId, id);
      if (!this.#hearsOf(conversation)) await this.#fetch(id, localId);
      this.#delayMs = firstDelayMs;
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!error.isPassing) {
        this.#change(localId, { status: "failed", reason: error.message });
        return 0;
      }
      this.#change(localId, { status: "waiting" });
      this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
      return Math.max(this.#delayMs, error.retryAfter * 1000);
    }
  }

  #sentAs(localId: string, id: number): void {
    if (this.#client.state.peek().messages.has(id)) this.#drop(localId);
    else this.#change(localId, { status: "sent" });
  }

  /** Tells whether an event brings what is sent: of channels only subscribers hear. */
  #hearsOf(conversation: Conversation): boolean {
    if (conversation.kind === "direct") return true;
    return this.#client.state.peek().channels.get(conversation.channelId)?.isSubscribed === true;
  }

  /** Shows a message of which no event comes as if one had come; it stays shown as sent where that cannot be done. */
  async #fetch(id: number, localId: string): Promise<void> {
    try {
      const asked = { message_id: id, allow_empty_topic_name: true };
      const { flags, ...message } = (await call(getMessage, asked)).message;
      this.#client.hear([{ type: "message", message, flags, local_message_id: localId }]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #change(localId: string, change: Partial<Outgoing>): void {
    this.#set(
      this.messages.peek().map((one) => (one.localId === localId ? { ...one, ...change } : one)),
    );
  }

  #drop(localId: string): void {
    const rest = this.messages.peek().filter((one) => one.localId !== localId);
    if (rest.length < this.messages.peek().length) this.#set(rest);
  }

  #set(messages: readonly Outgoing[]): void {
    this.messages.value = messages;
    try {
      localStorage.setItem(this.#storageKey, JSON.stringify(messages));
    } catch {
      // The browser keeps nothing, or is full: what is written is still sent, as long as the page is open.
    }
  }
}

function isPending(status: Outgoing["status"]): boolean {
  return status === "sending" || status === "waiting";
}

/** Reads what an earlier page left; what was sent then is among the messages by now. */
function stored(key: string): readonly Outgoing[] {
  const text = localStorage.getItem(key);
  const messages = text === null ? [] : (JSON.parse(text) as readonly Outgoing[]);
  return messages.filter(({ status }) => status !== "sent");
}
