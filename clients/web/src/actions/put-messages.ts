import type { Client } from "../live/client.ts";
import { applyToMessages } from "../state/sections/messages.ts";
import type { ServerEvent, State } from "../state/state.ts";

interface Load<T> {
  readonly load: () => Promise<T>;
  /** Puts what was loaded into the state. */
  readonly put: (state: State, loaded: T) => State;
}

/**
 * Loads messages. An answer may be from before events that came while it was on its way, so these are applied again.
 * @throws Refusal
 */
export async function putMessages<T>(client: Client, { load, put }: Load<T>): Promise<void> {
  const meanwhile: { events: ServerEvent[]; isLost: boolean } = { events: [], isLost: false };
  const stops = [
    client.onEvent((event) => meanwhile.events.push(event)),
    client.onRegister(() => {
      meanwhile.isLost = true;
    }),
  ];
  try {
    for (;;) {
      meanwhile.events = [];
      meanwhile.isLost = false;
      const loaded = await load();
      // Without the events between two queues, nobody knows what has become of what was asked for before.
      if (meanwhile.isLost) continue;
      client.state.value = meanwhile.events.reduce(
        applyToMessages,
        put(client.state.peek(), loaded),
      );
      return;
    }
  } finally {
    for (const stop of stops) stop();
  }
}
