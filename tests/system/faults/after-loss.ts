import type { Client } from "../client.ts";
import { sendUntilAcknowledged } from "./load.ts";
import type { Witness } from "./witness.ts";

interface Conversation {
  readonly sender: Client;
  readonly topic: string;
  readonly witnesses: readonly Witness[];
}

const together = 5;

/**
 * Sends messages after something was lost, again and again until everybody has heard as many as are sent together
 * without registering meanwhile: what was lost is noticed by one service after the other, so that somebody who has
 * registered may be told to do so once more. Returns the ids of those last messages.
 */
export async function hearAgain({
  sender,
  topic,
  witnesses,
}: Conversation): Promise<readonly number[]> {
  // A text that was sent already, as of an earlier loss, would be answered with that message.
  const since = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const before = witnesses.map(({ registrations }) => registrations);
    const sent: number[] = [];
    for (let index = 0; index < together; index += 1) {
      const text = `heard again ${since} ${attempt} ${index}`;
      sent.push(await sendUntilAcknowledged(sender, topic, text));
    }
    const heard = await Promise.all(
      witnesses.map(
        async (witness, index) =>
          witness.registrations === before[index] &&
          (await witness.hearsOrRegisters(sent.at(-1) ?? 0)),
      ),
    );
    if (heard.every(Boolean)) return sent;
  }
}

interface Page {
  readonly messages: readonly { readonly id: number }[];
  readonly found_oldest: boolean;
}

/** Ids of the topic's messages that the database has, however many were sent meanwhile. */
export async function keptIds(client: Client, topic: string): Promise<ReadonlySet<number>> {
  const kept = new Set<number>();
  let anchor: number | "newest" = "newest";
  for (;;) {
    const page = (await client.get("/messages", {
      anchor,
      include_anchor: anchor === "newest",
      num_before: 5000,
      num_after: 0,
      narrow: [{ operator: "topic", operand: topic }],
    })) as unknown as Page;
    for (const { id } of page.messages) kept.add(id);
    const [oldest] = page.messages;
    if (page.found_oldest || oldest === undefined) return kept;
    anchor = oldest.id;
  }
}
