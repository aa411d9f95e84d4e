import type { RenderedText } from "@team-chat/markdown";

import type { RealmView } from "../domain/directories/realm-view.ts";
import type { Mentioned } from "../policies/mention.ts";
import type { Target } from "./target.ts";

/** Circumstances of sending a message, apart from its content. */
interface Delivery {
  /** Name of the program under which the message appears. */
  readonly client: string;
  /** True if the sender finds it read. */
  readonly readBySender: boolean;
  /** Others who find it read. */
  readonly readBy: readonly number[];
  readonly starredBy: readonly number[];
  /** The only users who find it unread; null when everybody does who has not muted the sender. */
  readonly unreadFor: ReadonlySet<number> | null;
  /** A message that the sender sent under this key before is not sent again. */
  readonly idempotencyKey: string | null;
  /** The client's queue that sent it, and the message's id there. */
  readonly origin: { readonly queueId: string; readonly localId: string } | null;
  /** The first submessage, as JSON text: of a poll, a todo list or a form. */
  readonly widget: string | null;
}

/** The name of the program, and whatever is not as usual. */
export type GivenDelivery = Pick<Delivery, "client"> & Partial<Delivery>;

/** Delivery of a message whose sender says nothing else. */
export const usualDelivery: Omit<Delivery, "client"> = {
  readBySender: false,
  readBy: [],
  starredBy: [],
  unreadFor: null,
  idempotencyKey: null,
  origin: null,
  widget: null,
};

/** A message that may be sent, with everything that deciding about it needs. */
export interface Draft extends Delivery {
  /** Its actor is the sender. */
  readonly realm: RealmView;
  readonly target: Target;
  readonly content: string;
  readonly rendered: RenderedText;
  readonly mentioned: Mentioned;
}

/** Programs in which people read what they send (docs/behaviour/messages.md#flags-of-a-new-message), lower case. */
const readingClients = new Set([
  "zulipandroid",
  "zulipios",
  "zulipdesktop",
  "zulipmobile",
  "zulipelectron",
  "zulipterminal",
  "snipe",
  "website",
  "ios",
  "android",
]);

/** Tells whether the sender has read a message sent with this client, unless the request says so itself. */
export function readsOwn(client: string): boolean {
  return readingClients.has(client.toLowerCase());
}
