import type { fetchLinkedPage } from "@team-chat/contract";
import type { z } from "zod";

type Answer = z.input<typeof fetchLinkedPage.output>;

/** The web, as the webhooks service tells of it. */
export class Pages {
  /** Answers by address; others say nothing of themselves. */
  readonly #answers = new Map<string, Answer>();
  /** Addresses that were asked for, in order. */
  readonly fetched: string[] = [];
  #held: Promise<void> | undefined;

  /** There is such a page from now on. */
  has(url: string, { bytes = [], description = "", title = "A page" }: Partial<Answer> = {}): void {
    this.#answers.set(url, { outcome: "page", title, description, bytes });
  }

  /** The page's server does not answer from now on. */
  loses(url: string): void {
    this.#answers.set(url, { outcome: "later", title: "", description: "", bytes: [] });
  }

  /** Lets what is asked from now on wait until the function that it returns is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return () => {
      this.#held = undefined;
      resolve();
    };
  }

  /** Number of times that a page was asked for. */
  count(url: string): number {
    return this.fetched.filter((one) => one === url).length;
  }

  async fetch(url: string): Promise<Answer> {
    this.fetched.push(url);
    await this.#held;
    return this.#answers.get(url) ?? { outcome: "nothing", title: "", description: "", bytes: [] };
  }
}
