import { call, Refusal } from "../api/call.ts";
import { updateOwnPresence } from "../api/operations.ts";
import type { Client } from "../live/client.ts";

/** How often one says that one is there (docs/behaviour/presence.md#reporting-presence). */
const intervalMs = 60_000;
/** Whoever has done nothing for so long is idle. */
const idleAfterMs = 5 * 60_000;

/** Says once a minute that one is there, and learns who else is. */
export class PresenceReporter {
  readonly #client: Client;
  #lastUpdateId = -1;
  #inputAtMs = Date.now();
  #hasNewInput = true;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Goes on for as long as the page is open. */
  start(): void {
    const onInput = () => {
      this.#inputAtMs = Date.now();
      this.#hasNewInput = true;
    };
    for (const kind of ["keydown", "pointerdown", "pointermove"] as const)
      addEventListener(kind, onInput, { passive: true });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.#report();
    });
    setInterval(() => void this.#report(), intervalMs);
    void this.#report();
  }

  async #report(): Promise<void> {
    const isActive = !document.hidden && Date.now() - this.#inputAtMs < idleAfterMs;
    const given = {
      status: isActive ? "active" : "idle",
      new_user_input: this.#hasNewInput,
      last_update_id: this.#lastUpdateId,
      slim_presence: true,
    };
    try {
      const { presence_last_update_id: lastUpdateId, presences } = await call(
        updateOwnPresence,
        given,
      );
      this.#hasNewInput = false;
      this.#lastUpdateId = lastUpdateId ?? this.#lastUpdateId;
      // With `last_update_id` all are in the modern form.
      const seen = presences as Readonly<
        Record<string, { readonly active_timestamp: number; readonly idle_timestamp: number }>
      >;
      this.#client.hear([{ type: "presence", presences: seen }]);
    } catch (error) {
      // It is said again in a minute.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
