import type { Measurement } from "../bench.ts";
import { sampleMessage } from "../benches/send.ts";
import { readJson } from "../http/read-json.ts";
import type { RawResponse } from "../http/response-parser.ts";
import { lastReceivedAt, PollFleet } from "../load/poll-fleet.ts";
import type { Stack } from "../stack.ts";
import { ApiClient } from "./api-client.ts";
import { ensureMembers } from "./members.ts";
import { signInOwner, subscribeMembers } from "./owner.ts";
import { type Queue, registerQueues } from "./queues.ts";

/** Moments of a send that people notice. */
export interface Moments {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly firstReceivedAt: number;
  readonly lastReceivedAt: number;
}

/** One message on its way to everybody. */
interface Delivery {
  readonly measurement: Measurement;
  /** As `performance.now()` counts. */
  readonly moments: Moments;
  /** Answer that one of the receivers got, head included. */
  readonly example: Buffer;
}

/**
 * Opens a channel whose members all long-poll; each call of `deliver` sends one message and waits until all have it.
 * `whileWaiting` runs before that, when all polls wait.
 */
export async function openListeningChannel(
  stack: Stack,
  receivers: number,
  resources: AsyncDisposableStack,
): Promise<{ deliver: (whileWaiting?: () => Promise<void>) => Promise<Delivery> }> {
  const name = `fan-out ${receivers}`;
  // First, because it may take long: a connection without any request is ended with a 408 after 20 s.
  const members = await ensureMembers(stack, receivers);
  const api = resources.use(await ApiClient.open(stack, 16));
  const owner = await signInOwner(api);
  await subscribeMembers(api, { name, owner }, members);
  const queues = await registerQueues(api, members, receivers);
  const fleet = resources.use(await PollFleet.open(stack.url, receivers));
  const parameters = sampleMessage(name);
  const message = api.bytes("POST", { path: "/messages", credentials: owner, parameters });
  return {
    deliver: async (whileWaiting = () => Promise.resolve()) => {
      const requests = queues.map((queue) => queue.poll(api));
      const polls = fleet.park((member) => requests[member] ?? "");
      // Awaited below; this only keeps a failure before that from being reported as unhandled.
      polls.catch(() => undefined);
      await fleet.untilQuiet();
      await whileWaiting();
      const sentAt = performance.now();
      const answer = api.send(message).then((sent) => ({ sent, answeredAt: performance.now() }));
      const [responses, { answeredAt, sent }] = await Promise.all([polls, answer]);
      takeAll(queues, responses, Number(sent["id"]));
      const times = responses.map(({ receivedAt }) => receivedAt);
      const moments = {
        sentAt,
        answeredAt,
        firstReceivedAt: Math.min(...times),
        lastReceivedAt: lastReceivedAt(responses),
      };
      const latenciesMs = times.map((time) => time - sentAt);
      const measurement = { value: moments.lastReceivedAt - sentAt, latenciesMs };
      return { measurement, moments, example: responses[0]?.raw ?? Buffer.alloc(0) };
    },
  };
}

function takeAll(
  queues: readonly Queue[],
  responses: readonly RawResponse[],
  messageId: number,
): void {
  queues.forEach((queue, index) => {
    const response = responses[index];
    if (response !== undefined) {
      queue.take(readJson(response), messageId);
    }
  });
}
