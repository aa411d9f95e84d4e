import { userSettings, type UserRecord } from "@team-chat/contract";
import { topicPolicy } from "@team-chat/projection";
import type { z } from "zod";

/** Action of a user in a topic: more than sending counts as taking part, and only sending can start a topic. */
export type TopicAction = "participate" | "send";

/** Values of the settings: on any participation, on sending, on starting a topic, never. */
const whenParticipating = 1;
const whenSending = 2;
const whenStarting = 3;

const settingsOf = userSettings.pick({
  automatically_follow_topics_policy: true,
  automatically_unmute_topics_in_muted_streams_policy: true,
  automatically_follow_topics_where_mentioned: true,
});

type Wanted = z.output<typeof settingsOf>;

const known = new WeakMap<UserRecord["settings"], Wanted>();

/** Reads the user's wishes from the settings, once for each version of them. */
function wantedBy({ settings }: Pick<UserRecord, "settings">): Wanted {
  const before = known.get(settings);
  if (before !== undefined) return before;
  const wanted = settingsOf.parse(settings);
  known.set(settings, wanted);
  return wanted;
}

interface TopicState {
  /** The user's policy for it now. */
  readonly policy: number;
  readonly channelMuted: boolean;
}

/**
 * Decides how the user's preference for a topic changes by their action in it
 * (docs/behaviour/messages.md#automatic-topic-preferences); null when it stays. `isStarting` tells whether they see no
 * earlier message in the topic, and is asked only when that decides.
 */
export async function automaticPolicy(
  user: UserRecord,
  { action, policy, channelMuted }: TopicState & { readonly action: TopicAction },
  isStarting: () => Promise<boolean>,
): Promise<2 | 3 | null> {
  if (user.isBot || policy === topicPolicy.followed) return null;
  const wanted = wantedBy(user);
  const follow = wanted.automatically_follow_topics_policy;
  const unmute = channelMuted ? wanted.automatically_unmute_topics_in_muted_streams_policy : null;
  const until = action === "send" ? whenSending : whenParticipating;
  if (follow <= until) return topicPolicy.followed;
  if (unmute !== null && unmute <= until) return changed(policy, topicPolicy.unmuted);
  if (action !== "send" || policy !== topicPolicy.none) return null;
  if (follow !== whenStarting && unmute !== whenStarting) return null;
  const started = follow === whenStarting ? topicPolicy.followed : topicPolicy.unmuted;
  return (await isStarting()) ? started : null;
}

/** Tells whether the user follows a topic in which they are mentioned. */
export function followsMention(user: UserRecord, policy: number): boolean {
  if (user.isBot || policy === topicPolicy.muted || policy === topicPolicy.followed) return false;
  return wantedBy(user).automatically_follow_topics_where_mentioned;
}

function changed<To extends number>(from: number, to: To): To | null {
  return from === to ? null : to;
}
