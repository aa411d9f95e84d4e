import { setTimeout as delay } from "node:timers/promises";

import { nextLook } from "@team-chat/testkit";

import type { Answer, Client } from "../client.ts";
import { isPassing } from "./load.ts";
import { betweenMs } from "./pace.ts";

interface Changers {
  readonly administrator: Client;
  readonly member: Client;
  /** A message that everybody may see. */
  readonly newestId: () => number | undefined;
}

/**
 * People who change other things than messages, one after the other, each until it is acknowledged: events of all
 * services, most for everybody, some for one.
 */
export class Changes {
  /** New values that were acknowledged, which their events have. */
  readonly acknowledged: string[] = [];
  /** Values, and what else was asked for, whose request lost its connection or was told that a process is away. */
  readonly failures: string[] = [];
  readonly #changers: Changers;
  readonly #running: Promise<void>;
  #stopped = false;
  #lastId: number | undefined;

  constructor(changers: Changers) {
    this.#changers = changers;
    this.#running = this.#run();
  }

  /** Resolves when all that was begun is acknowledged. */
  async stop(): Promise<readonly string[]> {
    this.#stopped = true;
    await this.#running;
    return this.acknowledged;
  }

  async #run(): Promise<void> {
    const { administrator, member } = this.#changers;
    const channelId = await findChannel(administrator);
    for (let number = 0; !this.#stopped; number += 1) {
      await this.#change(`Channel ${number}`, (description) =>
        administrator.patch(`/streams/${channelId}`, { description }),
      );
      await this.#change(`Status ${number}`, (status_text) =>
        member.post("/users/me/status", { status_text }),
      );
      await this.#change(`Member ${number}`, (full_name) =>
        member.patch("/settings", { full_name }),
      );
      await this.#react();
      await delay(betweenMs);
    }
  }

  /** Asks with another value each time, so that an event that comes twice was made twice. */
  async #change(word: string, ask: (value: string) => Promise<Answer>): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const value = `${word} ${attempt}`;
      const answer = await this.#untroubled(value, ask(value));
      if (answer?.result === "success") {
        this.acknowledged.push(value);
        return;
      }
      if (answer) throw new Error(`${value}: ${answer.msg}`);
      await nextLook();
    }
  }

  /** Reacts to the newest message, and stars it; whoever asks again is told that it is so already. */
  async #react(): Promise<void> {
    const { member, newestId } = this.#changers;
    const id = newestId();
    if (id === undefined || id === this.#lastId) return;
    this.#lastId = id;
    const reaction = { emoji_name: "tada" };
    const react = () => member.post(`/messages/${id}/reactions`, reaction);
    while (!(await this.#untroubled("reaction", react()))) await nextLook();
    const flag = { messages: [id], op: "add", flag: "starred" };
    const star = () => member.post("/messages/flags", flag);
    while (!(await this.#untroubled("star", star()))) await nextLook();
  }

  /** Undefined, after a while, where the connection was lost or a process is away. */
  async #untroubled(what: string, asked: Promise<Answer>): Promise<Answer | undefined> {
    const answer = await asked.catch(() => undefined);
    if (answer !== undefined && !isPassing.has(String(answer["code"]))) return answer;
    this.failures.push(what);
    await delay(againMs);
    return undefined;
  }
}

async function findChannel(client: Client): Promise<number> {
  const { subscriptions } = await client.get("/users/me/subscriptions");
  const [channel] = subscriptions as readonly { readonly stream_id: number }[];
  if (!channel) throw new Error("There is no channel.");
  return channel.stream_id;
}

const againMs = 20;
