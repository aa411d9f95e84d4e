import { call, Refusal } from "../api/call.ts";
import { getMessage } from "../api/operations.ts";
import type { Client } from "../live/client.ts";
import { type Conversation, conversationOf } from "../state/conversation.ts";
import type { LoadedMessage } from "../state/state.ts";
import { t } from "../texts/texts.ts";
import type { Notices } from "./notices.ts";

interface Edit {
  readonly conversation: Conversation;
  /** Markdown. */
  readonly content: string;
}

/**
 * Keeps what messages are being changed into, in the browser at each key: it is there again after a look at something
 * else or a reload, and goes into the box of the conversation when somebody deletes the message meanwhile.
 */
export class Edits {
  readonly #client: Client;
  readonly #prefix: string;
  readonly #edits = new Map<number, Edit>();

  constructor(client: Client, notices: Notices) {
    this.#client = client;
    this.#prefix = `edit:${String(client.state.peek().me)}:`;
    client.onEvent((event) => {
      if (event.type !== "delete_message") return;
      for (const id of event.message_ids ?? []) this.#rescue(id, notices);
    });
    const look = () => void this.#rescueAll(notices);
    client.onRegister(look);
    if (client.queueId !== "") look();
  }

  /** Returns what a message was being changed into; null when nothing was. */
  of(messageId: number): string | null {
    return this.#find(messageId)?.content ?? null;
  }

  keep(message: LoadedMessage, content: string): void {
    const conversation = conversationOf(message, this.#client.state.peek().me);
    const edit = { conversation, content };
    this.#edits.set(message.id, edit);
    try {
      localStorage.setItem(this.#prefix + String(message.id), JSON.stringify(edit));
    } catch {
      // The browser keeps nothing, or is full: it is there as long as the page is open.
    }
  }

  /** Ends the change of a message, which was saved or given up. */
  forget(messageId: number): void {
    this.#edits.delete(messageId);
    localStorage.removeItem(this.#prefix + String(messageId));
    if (this.#client.editing.peek() === messageId) this.#client.editing.value = null;
  }

  #find(messageId: number): Edit | null {
    const text = localStorage.getItem(this.#prefix + String(messageId));
    return this.#edits.get(messageId) ?? (text === null ? null : (JSON.parse(text) as Edit));
  }

  /** Looks for messages that were deleted while nothing was heard of it. */
  async #rescueAll(notices: Notices): Promise<void> {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix));
    const ids = kept.map((key) => Number(key.slice(this.#prefix.length)));
    for (const id of new Set([...this.#edits.keys(), ...ids])) {
      // A text that waits for its box already is not to be replaced: the others are looked at with the next visit.
      if (this.#client.insertion.peek() !== null) return;
      if (await isGone(id)) this.#rescue(id, notices);
    }
  }

  #rescue(messageId: number, notices: Notices): void {
    const edit = this.#find(messageId);
    this.forget(messageId);
    if (edit === null) return;
    this.#client.insertion.value = { narrow: edit.conversation, text: edit.content };
    notices.say(t("message.goneWhileEdited"));
  }
}

/** Tells whether a message is there no more, or was moved where one may not read it. */
async function isGone(messageId: number): Promise<boolean> {
  try {
    await call(getMessage, { message_id: messageId });
    return false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === "BAD_REQUEST";
  }
}
