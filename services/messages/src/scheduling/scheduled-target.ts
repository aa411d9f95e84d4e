import type { RealmWorld } from "../directories/realm-world.ts";
import type { NewScheduled } from "../queries/scheduled-messages.ts";
import { directTarget, resolveTarget, type Target } from "../sending/target.ts";

type Place = Pick<NewScheduled, "channelId" | "recipients" | "topic">;

/** How a target is kept while its message waits. */
export function placeOf(target: Target, senderId: number): Place {
  if (target.kind === "channel")
    return { channelId: target.channel.id, recipients: null, topic: target.topic };
  const ids = target.participants.map(({ id }) => id);
  const others = ids.filter((id) => id !== senderId);
  return { channelId: null, recipients: others.length === 0 ? [senderId] : others, topic: "" };
}

/** The target of what was kept, as things are now. @throws BAD_REQUEST, STREAM_DOES_NOT_EXIST as sending there throws */
export function targetOf({ channelId, recipients, topic }: Place, world: RealmWorld): Target {
  if (channelId !== null)
    return resolveTarget({ type: "channel", to: String(channelId), topic }, world);
  return resolveTarget({ type: "direct", to: JSON.stringify(recipients), topic: undefined }, world);
}

/** The conversation of a bot with the user whom it reminds. */
export function reminderTarget(world: RealmWorld, userId: number): Target {
  const user = world.users.users.get(userId);
  return directTarget(world.actor, user ? [user] : []);
}
