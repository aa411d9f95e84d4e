import { randomUUID } from "node:crypto";

import {
  bundleSubject,
  encodeAudience,
  packMessages,
  partitionOf,
  plainLayout,
  routineSource,
  type WideMessage,
} from "@team-chat/contract";
import { type Nats, StreamPublisher } from "@team-chat/nats";

/** Transactions that no snapshot of the installation has seen. */
const firstXid = 1n << 40n;
const timeoutMs = 60_000;

/** Publishes bundles of messages as `messages` does, but without writing them anywhere. */
export class MessageBundles {
  readonly #publisher: StreamPublisher;
  #count = 0;

  constructor(nats: Nats) {
    this.#publisher = new StreamPublisher(nats, timeoutMs);
  }

  /** Publishes one direct message to these users; resolves when the stream has it. */
  async publish(realmId: number, userIds: readonly number[]): Promise<void> {
    this.#count += 1;
    const [sender = 0] = userIds;
    const { after, facts, tails } = packMessages([
      {
        audience: encodeAudience(userIds),
        flags: { [sender]: ["read"] },
        internal: { mentionedUserIds: [], senderIsBot: false },
        message: { ...sample, sender_id: sender },
      },
    ]);
    const head = `{"event":{"type":"message","message":{"id":${this.#count},"timestamp":1,`;
    const events = tails.map((tail) => `${head}${tail}`).join(",");
    const xid = firstXid + BigInt(this.#count);
    await this.#publisher.publish(
      bundleSubject(partitionOf(realmId, plainLayout(1)), realmId, routineSource),
      `{"service":"messages","realm":${realmId},"xid":"${xid}","events":[${events}]${after}}`,
      { messageId: randomUUID(), committedAt: Date.now(), facts },
    );
  }
}

const sample: Omit<WideMessage, "id" | "sender_id" | "timestamp"> = {
  type: "private",
  sender_email: "owner@example.com",
  sender_full_name: "Owner",
  sender_realm_str: "bench",
  client: "bench",
  recipient_id: 1,
  subject: "",
  topic_links: [],
  is_me_message: false,
  reactions: [],
  submessages: [],
  display_recipient: [
    { id: 1, email: "owner@example.com", full_name: "Owner", is_mirror_dummy: false },
  ],
  content: "Good morning",
  rendered_content: "<p>Good morning</p>",
  avatar_url: "https://avatars.example/1",
  avatar_is_gravatar: true,
};
