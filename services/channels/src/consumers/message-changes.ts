import {
  type Bundle,
  type BundleFacts,
  type ChannelMessagesChange,
  channelMessagesChange,
  factsOf,
  hasType,
} from "@team-chat/contract";
import type { ReceivedBundle } from "@team-chat/nats";

/** Messages were sent to some channels. */
interface Sent {
  readonly type: "message";
  readonly channelIds: readonly number[];
}

export type Relevant = Sent | ChannelMessagesChange;

/** Parts of a bundle that may change the facts of channels. */
export interface MessageChanges {
  readonly realm: number;
  readonly events: readonly Relevant[];
}

const hasChange = hasType(new Set(["delete_message", "update_message", "messages_restored"]));

/** Tells whether a bundle of these facts may mean something for the facts of channels. */
export function hasMessageChanges(facts: BundleFacts): boolean {
  return facts.channelIds.length > 0 || hasChange(facts);
}

/**
 * Reads what a bundle says. Nearly all are of messages sent, dozens at a time, of which the facts say all: those are
 * not parsed.
 */
export function readMessageChanges(
  received: Pick<ReceivedBundle, "facts" | "parse" | "realm">,
): MessageChanges {
  const { facts, realm } = received;
  if (facts !== null && !hasChange(facts)) return { realm, events: sentIn(facts) };
  const { events }: Bundle = received.parse();
  return {
    realm,
    events: [
      ...sentIn(facts ?? factsOf(events)),
      ...events.flatMap(({ event }) => changeOf(event)),
    ],
  };
}

function changeOf(event: object): readonly Relevant[] {
  const { data } = channelMessagesChange.safeParse(event);
  return data === undefined ? [] : [data];
}

function sentIn({ channelIds }: BundleFacts): readonly Sent[] {
  return channelIds.length === 0 ? [] : [{ type: "message", channelIds }];
}
