import {
  type FetchedMessage,
  presentMessage,
  type TopicListener,
  type WideMessage,
} from "@team-chat/contract";

import { human } from "./peers.ts";
import { World } from "./world.ts";

export const [writer, reader, other] = [10, 11, 12];

/** People who are away, and a process that mails to them. */
export class Mailings implements AsyncDisposable {
  readonly world: World;

  private constructor(world: World) {
    this.world = world;
  }

  static async open(): Promise<Mailings> {
    const mailings = new Mailings(await World.create());
    await mailings.world.start({ MISSED_MAILS_PER_HOUR: 3, MISSED_MAILS_PER_DAY: 5 });
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
