import type { Answer, Client } from "../client.ts";

/** Leaves time to the others: what counts is that requests go on, not how many there are. */
const pauseMs = 100;

/** People who ask every service for what it keeps, again and again, and note what is not answered well. */
export class SteadyRequests {
  /** Requests that were not answered well, in words. */
  readonly failures: string[] = [];
  readonly #person: Client;
  readonly #done = new Map<string, number>();
  readonly #running: Promise<unknown>;
  #stopped = false;

  private constructor(person: Client, channelId: number) {
    this.#person = person;
    const steadyRequests = {
      users: (number: number) => person.post("/users/me/status", { status_text: `${number}` }),
      channels: (number: number) =>
        person.post("/users/me/subscriptions/properties", {
          subscription_data: [
            { stream_id: channelId, property: "is_muted", value: number % 2 === 0 },
          ],
        }),
      // Over HTTP, where every request is signed.
      messages: (number: number) =>
        person.upload("/user_uploads", {
          name: `${number}.txt`,
          bytes: Buffer.alloc(20_000, `${number}`),
        }),
      webhooks: (number: number) => this.#echo(`request ${number}`),
    };
    this.#running = Promise.all(
      Object.entries(steadyRequests).map(([name, request]) => this.#run(name, request)),
    );
  }

  static async begin(person: Client): Promise<SteadyRequests> {
    const { subscriptions } = await person.get("/users/me/subscriptions");
    const [channel] = subscriptions as readonly { readonly stream_id: number }[];
    if (channel === undefined) throw new Error("There is no channel.");
    return new SteadyRequests(person, channel.stream_id);
  }

  /** Resolves when every service has done again what it was asked for from now on, or one has failed. */
  async again(): Promise<void> {
    const before = new Map(this.#done);
    const names = ["users", "channels", "messages", "webhooks"];
    const isDone = (name: string) => (this.#done.get(name) ?? 0) > (before.get(name) ?? 0) + 1;
    while (this.failures.length === 0 && !names.every(isDone)) await pause();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(name: string, request: (number: number) => Promise<Answer>): Promise<void> {
    for (let number = 0; !this.#stopped; number += 1) {
      const failure = await request(number).then(
        (answer) => (answer.result === "success" ? null : JSON.stringify(answer)),
        (error: unknown) => String(error),
      );
      if (failure === null) this.#done.set(name, (this.#done.get(name) ?? 0) + 1);
      else this.failures.push(`${name}: ${failure}`);
      await pause();
    }
  }

  /** Asks a bot, and reads until it has answered. */
  async #echo(word: string): Promise<Answer> {
    const content = `@**Echo Bot** ${word}`;
    const message = { type: "channel", to: "general", topic: "requests", content };
    let answer = await this.#person.post("/messages", message);
    for (let isAnswered = false; answer.result === "success" && !isAnswered;) {
      await pause();
      answer = await this.#person.get("/messages", {
        anchor: "newest",
        num_before: 2,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: "topic", operand: "requests" }],
      });
      const messages = (answer["messages"] ?? []) as readonly { readonly content: string }[];
      isAnswered = messages.some((one) => one.content === word);
    }
    return answer;
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
