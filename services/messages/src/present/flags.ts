import { flagBits } from "../queries/messages/flag-bits.ts";

/** Facts about a user's relation to a message. */
export interface FlagFacts {
  /** Sum of `flagBits`. */
  readonly bits: number;
  /** True if it was received when it was sent. */
  readonly received: boolean;
  readonly read: boolean;
  readonly mentionsEveryone: boolean;
}

/** Flag names in the order clients know (docs/behaviour/messages.md#fields-of-a-message). */
export function presentFlags({ bits, received, read, mentionsEveryone }: FlagFacts): string[] {
  const has = (bit: number) => (bits & bit) !== 0;
  const everyone = mentionsEveryone && received;
  const flags: string[] = [];
  if (read || !received) flags.push("read");
  if (has(flagBits.starred)) flags.push("starred");
  if (has(flagBits.collapsed)) flags.push("collapsed");
  if (has(flagBits.mentioned)) flags.push("mentioned");
  if (everyone) flags.push("stream_wildcard_mentioned");
  if (has(flagBits.topicWildcardMentioned)) flags.push("topic_wildcard_mentioned");
  if (has(flagBits.hasAlertWord)) flags.push("has_alert_word");
  if (has(flagBits.historical) || !received) flags.push("historical");
  if (everyone || has(flagBits.topicWildcardMentioned)) flags.push("wildcard_mentioned");
  return flags;
}

interface EventFlagFacts {
  readonly mentionsEveryone: boolean;
  /** Sums of `flagBits`, by user. */
  readonly userFlags: ReadonlyMap<number, number>;
  readonly readers: ReadonlySet<number>;
  /** Receivers who have not read it, where most have; null where most have not. */
  readonly unread: readonly number[] | null;
}

/**
 * Presents the flags of a new message: under `*` those that most have, and of each user who has others. Null when
 * nobody has any.
 */
export function presentEventFlags({
  mentionsEveryone,
  readers,
  unread,
  userFlags,
}: EventFlagFacts): Readonly<Record<string, string[]>> | null {
  const names = (bits: number, read: boolean) =>
    presentFlags({ bits, read, received: true, mentionsEveryone });
  const mostRead = unread !== null;
  const flags: Record<string, string[]> =
    mentionsEveryone || mostRead ? { "*": names(0, mostRead) } : {};
  for (const userId of [...userFlags.keys(), ...(unread ?? readers)])
    flags[userId] = names(userFlags.get(userId) ?? 0, readers.has(userId));
  return Object.keys(flags).length === 0 ? null : flags;
}
