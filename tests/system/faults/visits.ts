import { setTimeout as delay } from "node:timers/promises";

import type { Answer, Client, Listener } from "../client.ts";
import { betweenMs } from "./pace.ts";

/** A visit asks for as much as ten messages. */
const pauseMs = 10 * betweenMs;

interface Visitor {
  readonly client: Client;
  /** A word that every message has. */
  readonly word: string;
  /** A message that everybody may see. */
  readonly newestId: () => number | undefined;
}

/** Somebody who opens the product again and again, reads, searches and uploads, and asks the bot. */
export class Visits {
  /** Names of what failed: it was refused, the connection was lost, or what is there was not found. */
  readonly failures: string[] = [];
  readonly #visitor: Visitor;
  readonly #listener: Listener;
  readonly #running: Promise<void>;
  #stopped = false;

  private constructor(visitor: Visitor, listener: Listener) {
    this.#visitor = visitor;
    this.#listener = listener;
    this.#running = this.#run();
  }

  static async begin(visitor: Visitor): Promise<Visits> {
    return new Visits(visitor, await visitor.client.listen());
  }

  /** Asks the echo bot something; resolves when its answer was heard. */
  async askBot(words: string): Promise<void> {
    const content = `@**Echo Bot** ${words}`;
    const message = { type: "channel", to: "general", topic: "visits", content };
    await this.#ask("asking the bot", this.#visitor.client.tryPost("/messages", message, {}));
    await this.#listener.heard(`<p>${words}</p>`);
  }

  /** Resolves when the visit that has begun has ended; returns what went wrong with the queue of its listener. */
  async stop(): Promise<readonly string[]> {
    this.#stopped = true;
    await this.#running;
    await this.#listener.stop();
    return this.#listener.problems;
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#stopped; number += 1) {
      await this.#visit(number);
      await delay(pauseMs);
    }
  }

  async #visit(number: number): Promise<void> {
    const { client } = this.#visitor;
    const registered = await this.#ask("registering", client.post("/register"));
    await this.#ask("listing users", client.get("/users"));
    await this.#search();
    const file = { name: `${number}.txt`, bytes: Buffer.from(`file ${number}`) };
    await this.#ask("uploading", client.upload("/user_uploads", file));
    const queue = { queue_id: registered?.["queue_id"] };
    await this.#ask("leaving", client.delete("/events", queue));
  }

  /** Searches for a message that somebody has just sent. */
  async #search(): Promise<void> {
    const { client, newestId, word } = this.#visitor;
    const id = newestId();
    if (id === undefined) return;
    const narrow = [{ operator: "search", operand: word }];
    const page = { anchor: id, num_before: 0, num_after: 0, narrow };
    const answer = await this.#ask("searching", client.get("/messages", page));
    const found = (answer?.["messages"] ?? []) as readonly { readonly id: number }[];
    if (found[0]?.id !== id) this.failures.push("finding");
  }

  async #ask(what: string, asked: Promise<Answer | undefined>) {
    const answer = await asked.catch(() => undefined);
    if (answer?.result === "success") return answer;
    this.failures.push(`${what}: ${answer?.msg ?? "connection lost"}`);
    return undefined;
  }
}
