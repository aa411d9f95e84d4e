import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";

import type { Case } from "../../bench.ts";
import { readJson } from "../../http/read-json.ts";
import { SenderPool } from "../../load/sender-pool.ts";
import type { Stack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import type { Member } from "../../stack/members.ts";
import { Queue } from "../../stack/queues.ts";
import { median } from "../../statistics.ts";

interface Listening {
  readonly stack: Stack;
  readonly owner: Pick<Member, "apiKey" | "email">;
  /** Subscribed to the channel. */
  readonly listener: Member;
  /** The client in the topic. */
  readonly page: Page;
  readonly topic: string;
}

const count = 10;

/**
 * Messages of others, from their sending until they are heard and until they are on the screen: they may be heard
 * before they are acknowledged.
 */
export function othersCase({ listener, owner, page, stack, topic }: Listening): Case {
  return {
    label: "others' message shown after it was sent (p50)",
    unit: "ms",
    better: "lower",
    prepare: async (resources) => {
      // Here and not before: what rests for long is closed by the gateway.
      const api = resources.use(await ApiClient.open(stack, 1));
      const send = async (content: string) => {
        const parameters = { type: "channel", to: "general", topic, content };
        const sentAt = now();
        const { id } = await api.post({ path: "/messages", credentials: owner, parameters });
        return { id: Number(id), sentAt };
      };
      const queue = await Queue.register(api, listener);
      const pool = resources.use(await SenderPool.open(stack.url, 1));
      return {
        floor: () =>
          latencies(async () => {
            const heard = pool.request(queue.poll(api)).then((answer) => [answer, now()] as const);
            const { id, sentAt } = await send("Heard by a bare client");
            const [answer, heardAt] = await heard;
            queue.take(readJson(answer), id);
            return heardAt - sentAt;
          }),
        ours: async () => {
          const measured = await latencies(async () => {
            const word = randomUUID();
            const shown = page.evaluate<number>(shownAt(word));
            const { sentAt } = await send(word);
            return (await shown) - sentAt;
          });
          // The bare client has heard of these as well, and listens again.
          queue.takeMessages(readJson(await pool.request(queue.poll(api))));
          return measured;
        },
      };
    },
  };
}

/** Measures some messages, one after the other. */
async function latencies(one: () => Promise<number>) {
  const latenciesMs: number[] = [];
  for (let at = 0; at < count; at += 1) latenciesMs.push(await one());
  return { value: median(latenciesMs), latenciesMs };
}

/** Returns when the last message has the word, and is drawn; in ms since 1970, as `now`. */
function shownAt(word: string): string {
  return `new Promise((resolve) => {
    const look = () => [...document.querySelectorAll("article[data-id]")].at(-1)?.textContent.includes("${word}")
      && (painted().then((at) => resolve(performance.timeOrigin + at)), true);
    const observer = new MutationObserver(() => look() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true });
  })`;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
