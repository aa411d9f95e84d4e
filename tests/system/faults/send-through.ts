import type { Client } from "../client.ts";
import type { Constellation } from "../constellation.ts";
import { sendUntilAcknowledged } from "./load.ts";

const count = 30;
const crashesAt = 10;

interface Sending {
  readonly constellation: Constellation;
  readonly sender: Client;
  readonly receiver: Client;
  /** Of `general`, with nothing in it yet. */
  readonly topic: string;
}

/** Ids of messages in their order. */
interface Outcome {
  readonly sent: readonly number[];
  readonly heard: readonly number[];
  readonly fetched: readonly number[];
  /** Mistakes of the receiver's queue. */
  readonly problems: readonly string[];
}

/** Sends messages one after the other, with a crash in the middle, to somebody who listens and then fetches them. */
export async function sendThrough(
  { constellation, receiver, sender, topic }: Sending,
  crash: () => Promise<void>,
): Promise<Outcome> {
  const listener = await receiver.listen();
  const sent: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const crashed = index === crashesAt ? crash() : undefined;
    sent.push(await sendUntilAcknowledged(sender, topic, `${topic} ${index}`));
    await crashed;
  }
  await listener.heard(`${topic} ${count - 1}`);
  await constellation.settle();
  await listener.stop();
  const { messages } = await receiver.get("/messages", {
    anchor: "newest",
    num_before: count,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: "topic", operand: topic }],
  });
  const fetched = (messages as { id: number }[]).map(({ id }) => id);
  return { sent, heard: listener.messageIds, fetched, problems: listener.problems };
}
