import { z } from "zod";

import type { DomainEvent } from "../bundle.ts";
import { wideMessage } from "./message.ts";

/** Facts by which consumers of bundles decide without reading the events. */
const bundleFacts = z.object({
  /** The types of the events, each once. */
  eventTypes: z.array(z.string()),
  /** True if a message mentions somebody or is direct (docs/behaviour/webhooks.md#what-calls-a-bot). */
  mayReachBots: z.boolean(),
  /** The channels that messages may have been sent to, each once. */
  channelIds: z.array(z.int()),
});

export type BundleFacts = z.infer<typeof bundleFacts>;

/** Names the header of a bundle's message that holds its facts as JSON. Bundles of earlier releases have none. */
export const factsHeader = "Bundle-Facts";

const sent = z.object({ message: z.object({ stream_id: z.int().optional() }) });

/** Derives the facts of a bundle from its events. */
export function factsOf(events: readonly Pick<DomainEvent, "event" | "internal">[]): BundleFacts {
  const eventTypes = new Set<string>();
  const channelIds = new Set<number>();
  let mayReachBots = false;
  for (const { event, internal } of events) {
    eventTypes.add(event.type);
    if (event.type !== "message") continue;
    const channelId = sent.parse(event).message.stream_id;
    if (channelId !== undefined) channelIds.add(channelId);
    const mentioned = messageFacts.safeParse(internal).data?.mentionedUserIds;
    mayReachBots ||= channelId === undefined || mentioned?.length !== 0;
  }
  return { eventTypes: [...eventTypes], mayReachBots, channelIds: [...channelIds] };
}

/** Reads facts that were written as JSON; null when there are none that it knows: the bundle may concern anybody. */
export function readFacts(text: string | null): BundleFacts | null {
  if (text === null || text === "") return null;
  return bundleFacts.safeParse(JSON.parse(text)).data ?? null;
}

/** Returns a filter for bundles that have events of one of the types. */
export function hasType(types: ReadonlySet<string>): (facts: BundleFacts) => boolean {
  return ({ eventTypes }) => eventTypes.some((type) => types.has(type));
}

/** Facts about message events for our own consumers only (`internal` of the domain event). */
export const messageFacts = z.object({
  /** Everybody whom the message mentions personally or through a group, ascending; wildcards mention nobody. */
  mentionedUserIds: z.array(z.int()),
  senderIsBot: z.boolean(),
});

/**
 * Facts about `update_message` events for our own consumers only, of edits before or after which the message mentions
 * somebody; other ones have none.
 */
export const mentionFacts = z.object({
  /** The message as it is now; its content stands in the event. */
  message: wideMessage.omit({ content: true, rendered_content: true }),
  /** Everybody whom it mentions now, personally or through a group, and who receives it; wildcards mention nobody. */
  mentionedUserIds: z.array(z.int()),
  /** People whom it mentioned before the edit, in any way. */
  before: z.object({ userIds: z.array(z.int()), everyone: z.boolean() }),
});

export type MentionFacts = z.infer<typeof mentionFacts>;
