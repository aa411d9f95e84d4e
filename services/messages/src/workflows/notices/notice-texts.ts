import type { UserRecord } from "@team-chat/contract";
import { channelPart, linkPart } from "@team-chat/links";

/** A topic as a notice names it. */
interface NamedTopic {
  readonly channelId: number;
  readonly channelName: string;
  readonly topic: string;
}

/** Facts that a notice about a move tells. */
export interface MoveFacts {
  readonly actor: UserRecord;
  readonly from: NamedTopic;
  readonly to: NamedTopic;
  /** Of the messages moved, ascending; at least one. */
  readonly ids: readonly [number, ...number[]];
  /** True if nothing was left in the old topic. */
  readonly whole: boolean;
}

/** Writes the notice in the new topic of moved messages. */
export function movedHereNotice({ actor, from, to, ids, whole }: MoveFacts): string {
  const end = `here from ${topicLink(from)} by ${mention(actor)}.`;
  if (whole) return `This topic was moved ${end}`;
  if (ids.length > 1) return `${ids.length} messages were moved ${end}`;
  return `[A message](${messageHash(to, ids[0])}) was moved ${end}`;
}

/** Writes the notice in the old topic of moved messages. */
export function movedAwayNotice({ actor, to, ids, whole }: MoveFacts): string {
  const end = `to ${topicLink(to)} by ${mention(actor)}.`;
  if (whole) return `This topic was moved ${end}`;
  if (ids.length > 1) return `${ids.length} messages were moved from this topic ${end}`;
  return `A message was moved from this topic ${end}`;
}

/** Writes the notice in a topic that somebody marks as resolved, or takes the mark from. */
export function resolveNotice(actor: UserRecord, resolved: boolean): string {
  return `${mention(actor)} has marked this topic as ${resolved ? "resolved" : "unresolved"}.`;
}

/** Tells whether the text is a notice of the notification bot about resolving. */
export function isResolveNotice(content: string): boolean {
  return /^@_\*\*[^\n]*\*\* has marked this topic as (?:un)?resolved\.$/.test(content);
}

/** Writes a user, named without calling them. */
export function mention({ fullName, id }: UserRecord): string {
  return `@_**${fullName}|${id}**`;
}

function topicLink({ channelName, topic }: NamedTopic): string {
  return `#**${channelName}>${topic}**`;
}

/** Writes the hash at which clients show a message (docs/behaviour/markdown.md#links-to-channels). */
export function messageHash({ channelId, channelName, topic }: NamedTopic, id: number): string {
  const channel = channelPart(channelId, channelName);
  return `#narrow/channel/${channel}/topic/${linkPart(topic)}/near/${id}`;
}

/** Returns a fence for quoting the text: longer than any that it contains. */
export function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(longest + 1);
}
