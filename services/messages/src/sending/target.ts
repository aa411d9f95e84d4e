import type { ChannelRecord, UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { RealmView } from "../domain/directories/realm-view.ts";
import { resolveChannel } from "../policies/channel-message.ts";
import { addressedChannel } from "../policies/channel-reference.ts";
import { checkRecipients, resolveUsers } from "../policies/direct-message.ts";
import { normaliseTopic } from "../policies/message-text.ts";
import { parseUserReferences } from "../policies/user-references.ts";

/** Destination of a message. */
export type Target =
  | { readonly kind: "channel"; readonly channel: ChannelRecord; readonly topic: string }
  /** Everybody including the sender, ascending by id. */
  | { readonly kind: "direct"; readonly participants: readonly UserRecord[] };

/** Addresses as a request gives them. */
export interface Written {
  readonly type: "direct" | "private" | "channel" | "stream";
  readonly to: string | undefined;
  readonly topic: string | undefined;
}

/**
 * Finds out whom a request addresses (docs/behaviour/messages.md#addressing). @throws BAD_REQUEST,
 * STREAM_DOES_NOT_EXIST
 */
export function resolveTarget({ type, to, topic }: Written, realm: RealmView): Target {
  if (type === "direct" || type === "private") {
    const recipients = resolveUsers(parseUserReferences(to), realm);
    if (recipients.length === 0) throw new AppError("BAD_REQUEST", "Message must have recipients");
    checkRecipients(recipients);
    return directTarget(realm.actor, recipients);
  }
  const reference = addressedChannel(to, realm.actor);
  if (topic === undefined) throw new AppError("BAD_REQUEST", "Missing topic");
  const normalised = normaliseTopic(topic);
  const channel = resolveChannel(reference, realm.actor, realm);
  return { kind: "channel", channel, topic: normalised };
}

/** Returns the conversation of the sender with these users. */
export function directTarget(sender: UserRecord, recipients: readonly UserRecord[]): Target {
  const byId = new Map([sender, ...recipients].map((user) => [user.id, user]));
  return { kind: "direct", participants: [...byId.values()].toSorted((a, b) => a.id - b.id) };
}
