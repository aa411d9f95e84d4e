import type { Client } from "../live/client.ts";
import type { ServerEvent } from "../state/state.ts";
import type { Notices } from "./notices.ts";

/** What actions need: the state, and a place to say what became of them. */
export interface Acting {
  readonly client: Client;
  readonly notices: Notices;
}

/** A change that is shown before the server has answered. */
interface Change {
  /** The event that the server will send. */
  readonly show: ServerEvent;
  /** Reverses it. */
  readonly takeBack: ServerEvent;
  readonly send: () => Promise<unknown>;
}

/** Shows a change at once, and takes it back in words when it is refused; tells whether it was done. */
export async function change(
  { client, notices }: Acting,
  { send, show, takeBack }: Change,
): Promise<boolean> {
  client.hear([show]);
  try {
    await send();
    return true;
  } catch (error) {
    client.hear([takeBack]);
    notices.refuse(error);
    return false;
  }
}
