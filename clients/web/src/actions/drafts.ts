import { effect } from "@preact/signals";
import type { DraftObject } from "@team-chat/contract";

import { call, Refusal } from "../api/call.ts";
import { createDrafts, deleteDraft, editDraft } from "../api/operations.ts";
import type { Client } from "../live/client.ts";
import { type Conversation, conversationOfDraft, keyOf } from "../state/conversation.ts";
import type { State } from "../state/state.ts";

/** Lets somebody write a little before the server is told. */
const delayMs = 1200;

interface Kept {
  readonly conversation: Conversation;
  readonly content: string;
}

interface Saved {
  readonly conversation: Conversation;
  /** What the server had before. */
  readonly before: DraftObject | undefined;
  /** True once the state has what the server has. */
  isHeard: boolean;
}

/**
 * Keeps what is being written: in the browser at each key, and at the server a little later, so that it is there on
 * every device. Whoever has switched drafts off at the server keeps them in the browser alone.
 */
export class Drafts {
  readonly #client: Client;
  readonly #prefix: string;
  readonly #changed = new Map<string, Kept>();
  /** Saved at the server, and in the browser until the next visit will know them from the state that is kept. */
  readonly #saved = new Map<string, Saved>();
  #isScheduled = false;

  constructor(client: Client) {
    this.#client = client;
    this.#prefix = `draft:${String(client.state.peek().me)}:`;
    effect(() => {
      const state = client.state.value;
      for (const one of this.#saved.values())
        one.isHeard ||= storedIn(state, one.conversation) !== one.before;
    });
    effect(() => {
      if (client.kept.value !== null) this.#forgetHeard();
    });
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
    this.#saved.delete(key);
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
      const { conversation } = kept;
      const before = this.#stored(conversation);
      let isChanged = false;
      try {
        if (isShared) isChanged = await saveOne(kept, before);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!error.isPassing) continue;
        this.#schedule(5000);
        return;
      }
      // It may have been changed while it was saved.
      if (this.#changed.get(key) !== kept) continue;
      this.#changed.delete(key);
      if (isChanged) {
        const isHeard = this.#stored(conversation) !== before;
        this.#saved.set(key, { conversation, before, isHeard });
      } else if (isShared) localStorage.removeItem(this.#prefix + key);
    }
  }

  /** Leaves to the state that was kept what it knows of drafts. */
  #forgetHeard(): void {
    for (const [key, { isHeard }] of this.#saved)
      if (isHeard) {
        this.#saved.delete(key);
        localStorage.removeItem(this.#prefix + key);
      }
  }

  #stored(conversation: Conversation): DraftObject | undefined {
    return storedIn(this.#client.state.peek(), conversation);
  }
}

/** Brings the server up to date; returns whether there was something to change. */
async function saveOne(
  { content, conversation }: Kept,
  stored: DraftObject | undefined,
): Promise<boolean> {
  if (content.trim() === "") {
    if (stored !== undefined) await call(deleteDraft, { draft_id: stored.id });
    return stored !== undefined;
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
  else if (stored.content === content) return false;
  else await call(editDraft, { draft_id: stored.id, draft });
  return true;
}

/** Finds the draft that the server has of a conversation, as a state knows it. */
function storedIn({ drafts, me }: State, conversation: Conversation) {
  const key = keyOf(conversation);
  return [...drafts.values()].find((draft) => {
    const of = conversationOfDraft(draft, me);
    return of !== null && keyOf(of) === key;
  });
}
