import { isAllowed, mayInOrganization } from "./people.ts";
import type { Channel, State } from "./state.ts";

/** Who reads a channel, and from when on. */
export type Privacy = "webPublic" | "public" | "shared" | "protected";

/** Tells who reads a channel (docs/behaviour/channels.md#privacy). */
export function privacyOf(channel: Channel): Privacy {
  if (channel.is_web_public) return "webPublic";
  if (!channel.invite_only) return "public";
  return channel.history_public_to_subscribers ? "shared" : "protected";
}

/** Tells whether one may change a channel (docs/behaviour/channels.md#access). */
export function mayAdminister(state: State, channel: Channel): boolean {
  return isAdministrator(state) || isAllowed(state, channel.can_administer_channel_group);
}

/** Tells whether one may read a channel, and so subscribe to it (docs/behaviour/subscriptions.md#who-may-subscribe). */
export function mayJoin(state: State, channel: Channel): boolean {
  if (isGuest(state)) return false;
  return (
    !channel.invite_only ||
    isAllowed(state, channel.can_subscribe_group) ||
    isAllowed(state, channel.can_add_subscribers_group)
  );
}

/** Tells whether one may subscribe others to a channel. */
export function mayAddSubscribers(state: State, channel: Channel): boolean {
  if (isGuest(state)) return false;
  const isReader = channel.isSubscribed || mayJoin(state, channel);
  return (
    mayAdminister(state, channel) ||
    isAllowed(state, channel.can_add_subscribers_group) ||
    (isReader && mayInOrganization(state, "can_add_subscribers_group"))
  );
}

/** Tells whether one may take others out of a channel. */
export function mayRemoveSubscribers(state: State, channel: Channel): boolean {
  return mayAdminister(state, channel) || isAllowed(state, channel.can_remove_subscribers_group);
}

/** Lists the kinds of channel that one may make. */
export function creatablePrivacies(state: State): readonly Privacy[] {
  const isPublic = mayInOrganization(state, "can_create_public_channel_group");
  const isPrivate = mayInOrganization(state, "can_create_private_channel_group");
  return [
    ...(isPublic ? (["public"] as const) : []),
    ...(isPrivate ? (["shared", "protected"] as const) : []),
  ];
}

/** Lists the channels that are not archived, by name. */
export function openChannels(state: Pick<State, "channels">): readonly Channel[] {
  return allChannels(state).filter((channel) => !channel.is_archived);
}

/** Lists all channels that one knows of, archived ones among them, by name. */
export function allChannels({ channels }: Pick<State, "channels">): readonly Channel[] {
  return [...channels.values()];
}

function isAdministrator({ me, people }: State): boolean {
  return people.get(me)?.is_admin === true;
}

function isGuest({ me, people }: State): boolean {
  return people.get(me)?.is_guest === true;
}
