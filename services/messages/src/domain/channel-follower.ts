// See docs/adr/0011-follow-ups-before-the-answer.md.
import {
  channelMessagesChange,
  type ChannelsState,
  type DomainEvent,
  followMessages,
} from "@team-chat/contract";
import type { Follower } from "@team-chat/outbox";
import { isOutdatedByGain, isOutdatedByLoss } from "@team-chat/policy";
import type { Projection } from "@team-chat/projection";
import type { ServiceClient } from "@team-chat/rpc";
import { z } from "zod";

import type { RealmChannels } from "./directories/realm-view.ts";

const self = { kind: "service", name: "messages" } as const;

const sent = z.object({
  type: z.literal("message"),
  message: z.object({ id: z.int(), stream_id: z.int() }),
});
const change = z.discriminatedUnion("type", [sent, channelMessagesChange]);

/** Messages of a channel of which there are more, or fewer, by now. */
interface Changed {
  readonly channelId: number;
  readonly ids: readonly number[];
  readonly isOutdated: typeof isOutdatedByGain;
}

/**
 * Has channels compare at once what they say of their messages, which seldom changes: whether it may have is decided by
 * what they said last, in memory, so that other messages wait for nothing.
 */
export class ChannelFollower implements Follower {
  readonly #channels: Projection<RealmChannels, ChannelsState>;
  readonly #peer: ServiceClient;

  constructor(channels: Projection<RealmChannels, ChannelsState>, peer: ServiceClient) {
    this.#channels = channels;
    this.#peer = peer;
  }

  concerns(event: DomainEvent, realmId: number): boolean {
    return this.#outdatedBy(realmId, [event]).length > 0;
  }

  /** Tells whether a message outdates the facts that the channels service has about its channel. */
  isOutdatedBy(realmId: number, { channelId, id }: { channelId: number; id: number }): boolean {
    const announced = this.#channels.ifAtLeast(realmId, 1)?.channels.get(channelId);
    return announced === undefined || isOutdatedByGain(announced, [id]);
  }

  follow(realmId: number, events: readonly DomainEvent[]): Promise<unknown> {
    return this.compare(realmId, this.#outdatedBy(realmId, events));
  }

  /** Resolves when the channels say what is so, and the events of it are in the stream. */
  compare(realmId: number, channelIds: readonly number[]): Promise<unknown> {
    const input = { realmId, channelIds: channelIds.slice(0, maxChannels) };
    return this.#peer.call(followMessages, self, input, { realmId });
  }

  #outdatedBy(realmId: number, events: readonly DomainEvent[]): number[] {
    const known = this.#channels.ifAtLeast(realmId, 1);
    const outdated = events.flatMap(changesOf).filter(({ channelId, ids, isOutdated }) => {
      const announced = known?.channels.get(channelId);
      return announced === undefined || isOutdated(announced, ids);
    });
    return [...new Set(outdated.map(({ channelId }) => channelId))];
  }
}

/**
 * So many are compared at a time. A transaction concerns two channels, unless many messages expire: the others wait for
 * the consumer.
 */
const maxChannels = 100;

function changesOf({ event }: DomainEvent): readonly Changed[] {
  const { data } = change.safeParse(event);
  if (data === undefined) return [];
  if (data.type === "message") {
    const { id, stream_id: channelId } = data.message;
    return [{ channelId, ids: [id], isOutdated: isOutdatedByGain }];
  }
  const { message_ids: ids, stream_id: channelId } = data;
  const lost = { channelId, ids, isOutdated: isOutdatedByLoss };
  const gained = { channelId, ids, isOutdated: isOutdatedByGain };
  if (data.type === "delete_message") return [lost];
  if (data.type === "messages_restored") return [gained];
  return [lost, { ...gained, channelId: data.new_stream_id }];
}
