import { type Signal, signal } from "@preact/signals";

import { call, Refusal } from "../api/call.ts";
import { serverNowMs } from "../api/clock.ts";
import { getMessage, sendMessage } from "../api/operations.ts";
import { afterFrame } from "../live/after-frame.ts";
import type { Client } from "../live/client.ts";
import { narrowKey } from "../narrow/narrow.ts";
import { type Conversation, keyOf, type Narrow } from "../state/conversation.ts";
import { type Outgoing, OutgoingStore } from "./outgoing-store.ts";

const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/**
 * Sends messages in the order in which they were written, each until the server has answered. What waits is kept by the
 * browser, so that neither a reload nor a lost connection loses it, and sent by the tab in which it was written, or by
 * another when that is gone.
 */
export class Outbox {
  readonly messages: Signal<readonly Outgoing[]> = signal([]);
  /** False if something waits that the browser has no room to keep: it is sent as long as the page is open. */
  readonly isKept = signal(true);
  readonly #client: Client;
  readonly #store: OutgoingStore;
  #isSending = false;
  #delayMs = firstDelayMs;

  constructor(client: Client) {
    this.#client = client;
    this.#store = new OutgoingStore(client.state.peek().me, (left) => {
      this.#inherit(left);
    });
    client.onEvent((event) => {
      if (event.type === "message") this.#drop(event.local_message_id ?? "");
    });
    // Events of what was sent may have been in the queue that was lost; messages are loaded again then.
    client.onRegister(() => {
      this.#set(this.messages.peek().filter(({ status }) => status !== "sent"));
      void this.#flush();
    });
    addEventListener("online", () => void this.#flush());
    this.#store.start();
  }

  /** Shows a message at once, and sends it. */
  send(conversation: Conversation, content: string): void {
    const localId = crypto.randomUUID();
    const writtenAt = Math.floor(serverNowMs() / 1000);
    const message = {
      localId,
      conversation,
      content,
      writtenAt,
      status: "sending",
      reason: "",
    } as const;
    this.#set([...this.messages.peek(), message]);
    afterFrame(() => void this.#flush());
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

  /** Goes on with what a tab that is gone has left; what it had sent is among the messages by now. */
  #inherit(left: readonly Outgoing[]): void {
    this.#set([...left.filter(({ status }) => status !== "sent"), ...this.messages.peek()]);
    void this.#flush();
  }

  #set(messages: readonly Outgoing[]): void {
    this.messages.value = messages;
    this.isKept.value = this.#store.put(messages);
  }
}

function isPending(status: Outgoing["status"]): boolean {
  return status === "sending" || status === "waiting";
}
