import { setTimeout as delay } from "node:timers/promises";

import type { Nats } from "@team-chat/nats";
import {
  type Member,
  type MemberWatch,
  parseQueueId,
  PollConnection,
  slotKey,
  SlotOwners,
  watchMembers,
} from "@team-chat/rpc";

/** An event queue, with the last event that its client has heard. */
export interface LinkedQueue {
  readonly realmId: number;
  readonly userId: number;
  readonly queueId: string;
  lastEventId: number;
}

interface LinksOptions {
  /** The installation's identity key. */
  readonly key: string;
  /** Number of the processes of `events`. */
  readonly processes: number;
}

const lookEveryMs = 50;
/** The end of an answer, from the id of its last event on. */
const lastId = /(?<id>\d+)\}\],"queue_id":"[^"]+"\}\n$/;

/** Polls processes of `events` as a gateway does, but with no clients behind it that would have to be served. */
export class Links implements Disposable {
  readonly #key: string;
  readonly #watch: MemberWatch;
  readonly #links = new Map<string, PollConnection>();
  #owners = new SlotOwners<Member>([]);

  private constructor(nats: Nats, key: string) {
    this.#key = key;
    this.#watch = watchMembers(nats, (members) => this.#follow(members));
  }

  /** Resolves once all processes can be polled. */
  static async open(nats: Nats, { key, processes }: LinksOptions): Promise<Links> {
    const links = new Links(nats, key);
    const count = () => [...links.#links.values()].filter(({ ready }) => ready).length;
    while (count() < processes) await delay(lookEveryMs);
    return links;
  }

  /** Polls a queue at the process that owns it, again when that is lost; resolves when there are events. */
  async poll(queue: LinkedQueue): Promise<void> {
    for (;;) {
      const answer = await this.#pollOnce(queue);
      if (answer === null) {
        await delay(lookEveryMs);
        continue;
      }
      const id = lastId.exec(answer.text)?.groups?.["id"];
      if (answer.status !== 200 || id === undefined)
        throw new Error(`a poll was answered ${answer.status}: ${answer.text}`);
      queue.lastEventId = Number(id);
      return;
    }
  }

  /** Returns the end of the answer; null when the process was lost, or none can be polled. */
  #pollOnce({ lastEventId, queueId, realmId, userId }: LinkedQueue) {
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string } | null>();
    const request = { realmId, userId, queueId, lastEventId, dontBlock: false, ignored: null };
    const number = this.#linkOf(queueId)?.poll(
      { ...request, requestId: queueId },
      {
        answered: ({ end, status }) => resolve({ status, text: end.toString() }),
        lost: () => resolve(null),
      },
    );
    if (!number) resolve(null);
    return promise;
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
    for (const link of this.#links.values()) link.close();
  }

  #follow(members: readonly Member[]): void {
    this.#owners = new SlotOwners(members);
    for (const { id, linkUrl } of members)
      if (!this.#links.has(id))
        this.#links.set(id, new PollConnection({ url: linkUrl, key: this.#key }));
  }

  #linkOf(queueId: string): PollConnection | undefined {
    const slot = parseQueueId(queueId);
    const owner = slot === null ? undefined : this.#owners.ownerOf(slotKey(slot));
    return owner && this.#links.get(owner.id);
  }
}
