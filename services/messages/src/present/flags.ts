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
