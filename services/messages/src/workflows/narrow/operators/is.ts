import { sql } from "@team-chat/pg";
import { topicPolicy } from "@team-chat/projection";

import { flagBits, mentionBits } from "../../../queries/messages/flag-bits.ts";
import { isUnread, received } from "../../../queries/messages/search-conditions.ts";
import { badNarrow, type Clause, nothing, type NarrowRealm, type Operator } from "./clause.ts";
import { inTopics } from "./in-topics.ts";
import { audible, muted } from "./in.ts";

const direct: Clause = {
  where: sql.fragment`m.channel_id is null`,
  only: "direct",
  area: { recipients: sql.fragment`r.channel_id is null`, topics: [] },
  personal: true,
  steady: true,
};

/** Messages that were received and not read. */
export const unread: Clause = { where: isUnread, unread: true, personal: true, steady: true };

const kinds = new Map<string, (realm: NarrowRealm) => Clause>([
  ["dm", () => direct],
  ["private", () => direct],
  ["unread", () => unread],
  ["starred", () => withFlag(flagBits.starred)],
  ["alerted", () => withFlag(flagBits.hasAlertWord)],
  ["mentioned", mentioned],
  ["followed", followed],
  [
    "muted",
    (realm) => ({
      ...muted(realm),
      personal: true,
      negative: { ...audible(realm), personal: true },
    }),
  ],
  [
    "resolved",
    () => ({
      where: sql.fragment`(m.channel_id is not null and starts_with(m.topic, '✔ '))`,
      only: "channel",
    }),
  ],
]);

/** `is`: messages by the reader's relation to them, and topics by their state. */
export const is: Operator = ({ operand }, realm) => {
  const kind = kinds.get(String(operand));
  if (!kind) throw badNarrow(`unknown 'is' operand ${String(operand)}`);
  return kind(realm);
};

function withFlag(bits: number): Clause {
  return {
    where: sql.fragment`coalesce(um.flags & ${bits} <> 0, false)`,
    flags: true,
    flagged: { bits, everyone: false },
    personal: true,
    steady: true,
  };
}

function mentioned(): Clause {
  const own = withFlag(mentionBits);
  return {
    ...own,
    where: sql.fragment`(${own.where} or (m.mentions_everyone and ${received}))`,
    flagged: { bits: mentionBits, everyone: true },
  };
}

function followed({ actor, channels }: NarrowRealm): Clause {
  const topics = [...channels.topicPolicies.of(actor.id)].flatMap(([channelId, policies]) =>
    [...policies].flatMap(([topic, policy]) =>
      policy === topicPolicy.followed ? [{ channelId, topic }] : [],
    ),
  );
  return { where: inTopics(topics), area: { recipients: nothing, topics }, personal: true };
}
