import type { JsMsg } from "@nats-io/jetstream";
import { realmOfSubject } from "@team-chat/contract";

/** Told of what fails, and of what is tried no more. */
interface Listener {
  readonly onError: (error: unknown) => void;
  readonly onGivenUp: () => void;
}

/** Tries after which bundles of different organizations are handled apart, so that one that fails fails alone. */
const triesTogether = 3;
/** Pauses before further tries: each second for a minute, twice a minute for a day, then every five minutes. */
const retries = [
  { upTo: 60, delayMs: 1000 },
  { upTo: 60 + 2880, delayMs: 30_000 },
  { upTo: 60 + 2880 + 1152, delayMs: 300_000 },
] as const;
/**
 * The last try of a bundle, five days after the first: longer than what its handler needs is ever away, and before the
 * stream forgets it.
 */
export const lastTry = retries[2].upTo;

/**
 * Handles messages that were received together and acknowledges them; those that fail come again later, and after
 * their last try no more. What has failed a few times is handled for each organization by itself.
 */
export async function handleTogether(
  messages: readonly JsMsg[],
  handle: (messages: readonly JsMsg[]) => Promise<void>,
  listener: Listener,
): Promise<void> {
  const [fresh, failing] = [
    messages.filter((message) => triesOf(message) <= triesTogether),
    messages.filter((message) => triesOf(message) > triesTogether),
  ];
  const apart = Map.groupBy(failing, ({ subject }) => realmOfSubject(subject)).values();
  for (const part of [fresh, ...apart])
    if (part.length > 0) await handlePart(part, handle, listener);
}

async function handlePart(
  part: readonly JsMsg[],
  handle: (messages: readonly JsMsg[]) => Promise<void>,
  { onError, onGivenUp }: Listener,
): Promise<void> {
  try {
    await handle(part);
    for (const message of part) message.ack();
  } catch (error) {
    onError(error);
    for (const message of part) {
      const tries = triesOf(message);
      const retry = retries.find(({ upTo }) => tries < upTo);
      if (retry !== undefined) {
        message.nak(retry.delayMs);
        continue;
      }
      message.term();
      onGivenUp();
      const where = `bundle ${message.seq} of organization ${realmOfSubject(message.subject)}`;
      onError(new Error(`${where} is given up after ${tries} tries`, { cause: error }));
    }
  }
}

function triesOf({ info }: JsMsg): number {
  return info.deliveryCount;
}
