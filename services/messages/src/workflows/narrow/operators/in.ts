import { sql } from "@team-chat/pg";
import { topicPolicy } from "@team-chat/projection";

import { isMutedChannel } from "../../../policies/muting.ts";
import type { ChannelTopic } from "../../../queries/messages/search-conditions.ts";
import { badNarrow, type Clause, everything, type NarrowRealm, type Operator } from "./clause.ts";
import { inTopics } from "./in-topics.ts";

/** `in`: everything, or all that is not muted. */
export const inView: Operator = ({ operand }, realm) => {
  if (operand === "all") return { where: everything, negative: { where: everything } };
  if (operand !== "home") throw badNarrow(`unknown 'in' operand ${String(operand)}`);
  return { ...audible(realm), negative: muted(realm) };
};

/** `is:muted`: the exact opposite of `in:home` (docs/behaviour/narrows.md#terms-about-the-reader). */
export function muted(realm: NarrowRealm): Clause {
  const { channels, mutedTopics, heardTopics } = mutingOf(realm);
  const ids = sql.array(channels, "int8");
  return {
    where: sql.fragment`((coalesce(m.channel_id = any(${ids}), false) and not ${inTopics(heardTopics)}) or ${inTopics(mutedTopics)})`,
    area: { recipients: sql.fragment`r.channel_id = any(${ids})`, topics: mutedTopics },
  };
}

/**
 * Selects messages that are not muted. A reader who asks for one channel wants to see it though it is muted, so only
 * its topics count then.
 */
export function audible(realm: NarrowRealm, channelId?: number): Clause {
  const { channels, mutedTopics, heardTopics } = mutingOf(realm);
  if (channelId !== undefined)
    return { where: sql.fragment`not ${inTopics(mutedTopics)}`, steady: true };
  const ids = sql.array(channels, "int8");
  return {
    where: sql.fragment`((m.channel_id is null or m.channel_id <> all(${ids}) or ${inTopics(heardTopics)}) and not ${inTopics(mutedTopics)})`,
    area: {
      recipients: sql.fragment`(r.channel_id is null or r.channel_id <> all(${ids}))`,
      topics: heardTopics,
    },
    steady: true,
  };
}

interface Muting {
  /** Muted channels. */
  readonly channels: number[];
  /** Muted topics of other channels and of these. */
  readonly mutedTopics: readonly ChannelTopic[];
  /** Unmuted and followed topics of muted channels. */
  readonly heardTopics: readonly ChannelTopic[];
}

function mutingOf({ actor, channels }: NarrowRealm): Muting {
  const isMuted = (id: number) => isMutedChannel({ actor, channels }, id);
  const mutedTopics: ChannelTopic[] = [];
  const heardTopics: ChannelTopic[] = [];
  for (const [channelId, topics] of channels.topicPolicies.of(actor.id))
    for (const [topic, policy] of topics)
      if (policy === topicPolicy.muted) mutedTopics.push({ channelId, topic });
      else if (isMuted(channelId)) heardTopics.push({ channelId, topic });
  return { channels: [...channels.channelsOf(actor.id)].filter(isMuted), mutedTopics, heardTopics };
}
