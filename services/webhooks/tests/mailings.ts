import {
  type DomainEvent,
  type FetchedMessage,
  presentMessage,
  type TopicListener,
  type WideMessage,
} from "@team-chat/contract";

import type { WebhooksService } from "../src/index.ts";
import { cleanUp } from "../src/workflows/clean-up.ts";
import { eventOf } from "./messages.ts";
import { human } from "./peers.ts";
import { World } from "./world.ts";

export const [writer, reader, other] = [10, 11, 12];

/** People who are away, and a process that mails to them. */
export class Mailings implements AsyncDisposable {
  readonly world: World;

  readonly #service: WebhooksService;

  private constructor(world: World, service: WebhooksService) {
    this.world = world;
    this.#service = service;
  }

  /** Forgets what was mailed long ago. */
  cleanUp(): Promise<void> {
    return cleanUp(this.#service.ctx);
  }

  static async open(): Promise<Mailings> {
    const world = await World.create();
    const limits = { MISSED_MAILS_PER_HOUR: 3, MISSED_MAILS_PER_DAY: 5 };
    const mailings = new Mailings(world, await world.start(limits));
    await mailings.clear();
    return mailings;
  }

  /** Lets the messages service show messages, unread and to everybody. */
  shows(...messages: readonly WideMessage[]): void {
    const form = { applyMarkdown: true, clientGravatar: true, emptyTopicName: "" };
    this.world.peers.messages.push(
      ...messages.map((one): FetchedMessage => ({ ...presentMessage(one, form), flags: [] })),
    );
  }

  /** Has messages sent that people can see, and waits until they are noted. */
  async sends(
    messages: readonly WideMessage[],
    facts: Parameters<typeof eventOf>[1] = {},
  ): Promise<void> {
    const timestamp = Math.floor(this.world.now / 1000);
    const now = messages.map((message) => ({ ...message, timestamp }));
    this.shows(...now);
    const receivers = [reader, other];
    await this.publishes(now.map((message) => eventOf(message, { receivers, ...facts })));
  }

  /** Has events published, and waits until they are handled. */
  async publishes(events: readonly DomainEvent[]): Promise<void> {
    await this.world.publish(...events);
    await this.world.handled();
  }

  /** Lets a message be read. */
  isRead(id: number): void {
    this.world.peers.messages.find((one) => one.id === id)?.flags.push("read");
  }

  /** Lets a message be gone, or be out of sight. */
  isGone(id: number): void {
    const { messages } = this.world.peers;
    messages.splice(
      messages.findIndex((one) => one.id === id),
      1,
    );
  }

  /** Lists who got e-mail about which messages, an entry for each e-mail. */
  mailed(): readonly string[] {
    return this.world.peers.mailed.flatMap(({ conversations, userId }) =>
      conversations.map(({ messageIds }) => `${userId}: ${messageIds.join()}`),
    );
  }

  /** Forgets all e-mail, messages, settings and preferences. */
  async clear(): Promise<void> {
    const { peers } = this.world;
    await this.world.handled();
    await this.world.forgetMail();
    for (const list of [peers.mailed, peers.messages, peers.listeners, peers.present])
      list.length = 0;
    for (const id of [writer, reader, other]) peers.has(human(id));
    peers.realmSettings = {};
    peers.realmIsDeactivated = false;
    peers.usersAnswer = true;
    peers.afterMail = () => undefined;
    // Whatever was counted was counted in another day.
    this.world.now += 24 * 3_600_000;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }
}

export function listener(userId: number, wants: Partial<TopicListener> = {}): TopicListener {
  return {
    userId,
    isMuted: false,
    pushes: null,
    emails: null,
    wildcards: null,
    policy: 0,
    ...wants,
  };
}
