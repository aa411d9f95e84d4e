import type { Client } from "../live/client.ts";
import type { ServerEvent } from "../state/state.ts";

interface Change {
  /** What the server will tell when it has done it. */
  readonly now: ServerEvent | readonly ServerEvent[];
  /** What takes that back. */
  readonly back: ServerEvent | readonly ServerEvent[];
}

/**
 * Shows a change at once, and takes it back when the server does not make it.
 * @throws Refusal
 */
export async function changeAtOnce(
  client: Client,
  { back, now }: Change,
  work: () => Promise<unknown>,
): Promise<void> {
  client.hear([now].flat());
  try {
    await work();
  } catch (error) {
    client.hear([back].flat());
    throw error;
  }
}
