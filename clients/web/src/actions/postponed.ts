import { signal } from "@preact/signals";

import type { Client } from "../live/client.ts";
import type { LoadedMessage, ServerEvent } from "../state/state.ts";
import type { Notices } from "./notices.ts";

/** A change that the server could not take back: it is shown at once, and sent when nobody has undone it. */
export interface Postponed {
  /** A message that the change is about; events that name it end the waiting. */
  readonly messageId: number;
  /** Says what was done. */
  readonly text: string;
  /** Tells whether a message is no longer where it was. */
  readonly hides: (message: LoadedMessage) => boolean;
  readonly send: () => Promise<unknown>;
}

/**
 * Sends deletions and moves when their notice goes, so that undoing them sends nothing at all. What is concerned is not
 * shown meanwhile, and afterwards until the event has come.
 */
export class Postponements {
  readonly #waiting = signal<readonly Postponed[]>([]);
  readonly #notices: Notices;

  constructor(client: Client, notices: Notices) {
    this.#notices = notices;
    client.onEvent((event) => {
      this.#heard(event);
    });
  }

  /** Tells whether a message is about to go from where it is. */
  hides(message: LoadedMessage): boolean {
    return this.#waiting.value.some((one) => one.hides(message));
  }

  /** Shows a change, and offers to undo it until it is sent. */
  begin(postponed: Postponed): void {
    this.#notices.say(postponed.text, {
      undo: () => {
        this.#drop(postponed);
      },
      onGone: () => void this.#send(postponed),
    });
    this.#waiting.value = [...this.#waiting.peek(), postponed];
  }

  async #send(postponed: Postponed): Promise<void> {
    try {
      await postponed.send();
    } catch (error) {
      this.#drop(postponed);
      this.#notices.refuse(error);
    }
  }

  #heard(event: ServerEvent): void {
    if (event.type !== "delete_message" && event.type !== "update_message") return;
    if (event.type === "update_message" && event.propagate_mode === undefined) return;
    const ids = new Set(event.message_ids);
    for (const one of this.#waiting.peek()) if (ids.has(one.messageId)) this.#drop(one);
  }

  #drop(postponed: Postponed): void {
    this.#waiting.value = this.#waiting.peek().filter((one) => one !== postponed);
  }
}
