import { type Listener, startListener } from "../listener.ts";

interface Held {
  readonly topic: string;
  readonly answer: () => void;
}

/** The owner of messages, which answers each request when a test says so. */
export class HeldMessages {
  /** Requests that have come, answered or not, in the order in which they came. */
  held: Held[] = [];
  /** True if requests are answered as they come. */
  answersAtOnce = false;
  #arrived = Promise.withResolvers<void>();

  start(): Promise<Listener> {
    return startListener((req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const given = new URLSearchParams(Buffer.concat(chunks).toString());
        const answer = () => {
          res.writeHead(200, { "Content-Type": "application/json" });
          res.end('{"result":"success","msg":""}');
        };
        this.held.push({ topic: given.get("topic") ?? "", answer });
        if (this.answersAtOnce) answer();
        this.#arrived.resolve();
        this.#arrived = Promise.withResolvers();
      });
    });
  }

  /** Resolves when so many requests have come. */
  async until(count: number): Promise<void> {
    while (this.held.length < count) await this.#arrived.promise;
  }

  /** Answers as many requests as there will be, each as it comes. */
  async answerAll(count: number): Promise<void> {
    for (let next = 0; next < count; next += 1) {
      await this.until(next + 1);
      this.held[next]?.answer();
    }
  }

  get topics(): readonly string[] {
    return this.held.map(({ topic }) => topic);
  }
}
