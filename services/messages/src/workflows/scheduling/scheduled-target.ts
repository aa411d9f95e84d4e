import type { RealmView } from "../../domain/directories/realm-view.ts";
import type { NewScheduled } from "../../queries/scheduled-messages/scheduled-messages.ts";
import { directTarget, resolveTarget, type Target } from "../../sending/target.ts";

type StoredTarget = Pick<NewScheduled, "channelId" | "recipients" | "topic">;

/** Converts a target to the form that is kept while its message waits. */
export function storedTarget(target: Target, senderId: number): StoredTarget {
  if (target.kind === "channel")
    return { channelId: target.channel.id, recipients: null, topic: target.topic };
  const ids = target.participants.map(({ id }) => id);
  const others = ids.filter((id) => id !== senderId);
  return { channelId: null, recipients: others.length === 0 ? [senderId] : others, topic: "" };
}

/**
 * Returns the target of what was kept, as things are now.
 * @throws BAD_REQUEST, STREAM_DOES_NOT_EXIST as sending there throws
 */
export function targetOf({ channelId, recipients, topic }: StoredTarget, realm: RealmView): Target {
  if (channelId !== null)
    return resolveTarget({ type: "channel", to: String(channelId), topic }, realm);
  return resolveTarget({ type: "direct", to: JSON.stringify(recipients), topic: undefined }, realm);
}

/** Returns the conversation of a bot with the user whom it reminds. */
export function reminderTarget(realm: RealmView, userId: number): Target {
  const user = realm.users.users.get(userId);
  return directTarget(realm.actor, user ? [user] : []);
}
