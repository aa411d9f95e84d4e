import { call, Refusal } from "../api/call.ts";
import { createDrafts, deleteDraft, editDraft } from "../api/operations.ts";
import type { Client } from "../live/client.ts";
import { type Conversation, conversationOfDraft, keyOf } from "../state/conversation.ts";

/** Lets somebody write a little before the server is told. */
const delayMs = 1200;

interface Kept {
  readonly conversation: Conversation;
  readonly content: string;
}

/**
 * Keeps what is being written: in the browser at each key, and at the server a little later, so that it is there on
 * every device. Whoever has switched drafts off at the server keeps them in the browser alone.
 */
export class Drafts {
  readonly #client: Client;
  readonly #prefix: string;
  readonly #changed = new Map<string, Kept>();
  #isScheduled = false;

  constructor(client: Client) {
    this.#client = client;
    this.#prefix = `draft:${String(client.state.peek().me)}:`;
  }

  /** Returns what was written for a conversation and not sent; empty when there is nothing. */
  of(conversation: Conversation): string {
    const kept = localStorage.getItem(this.#prefix + keyOf(conversation));
    return kept ?? this.#stored(conversation)?.content ?? "";
  }

  /** Keeps what is written for a conversation; nothing deletes the draft. */
  keep(conversation: Conversation, content: string): void {
    const key = keyOf(conversation);
    try {
      localStorage.setItem(this.#prefix + key, content);
    } catch {
      // The browser keeps nothing, or is full: the server has it in a moment.
    }
    this.#changed.set(key, { conversation, content });
    this.#schedule(delayMs);
  }

  #schedule(ms: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => void this.#save(), ms);
  }

  async #save(): Promise<void> {
    this.#isScheduled = false;
    const isShared = this.#client.state.peek().settings["enable_drafts_synchronization"] !== false;
    for (const [key, kept] of this.#changed) {
      try {
        if (isShared) await this.#saveOne(kept);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!error.isPassing) continue;
        this.#schedule(5000);
        return;
      }
      // It may have been changed while it was saved.
      if (this.#changed.get(key) !== kept) continue;
      this.#changed.delete(key);
      if (isShared) localStorage.removeItem(this.#prefix + key);
    }
  }

  async #saveOne({ content, conversation }: Kept): Promise<void> {
    const stored = this.#stored(conversation);
    if (content.trim() === "") {
      if (stored !== undefined) await call(deleteDraft, { draft_id: stored.id });
      return;
    }
    const draft =
      conversation.kind === "topic"
        ? {
            type: "stream" as const,
            to: [conversation.channelId],
            topic: conversation.topic,
            content,
          }
        : { type: "private" as const, to: [...conversation.userIds], topic: "", content };
    if (stored === undefined) await call(createDrafts, { drafts: [draft] });
    else if (stored.content !== content) await call(editDraft, { draft_id: stored.id, draft });
  }

  #stored(conversation: Conversation) {
    const { drafts, me } = this.#client.state.peek();
    const key = keyOf(conversation);
    return [...drafts.values()].find((draft) => {
      const of = conversationOfDraft(draft, me);
      return of !== null && keyOf(of) === key;
    });
  }
}
