import type { Nats } from "./connect.ts";
import { followEntry } from "./follow-entry.ts";
import { lossKey, lossMark } from "./terms.ts";

interface FollowOptions {
  /** Called for each loss that is told from now on. */
  readonly onLoss: () => void;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Follows what `markLoss` says, until the signal aborts. */
export async function followLosses(
  nats: Nats,
  { onError, onLoss, signal }: FollowOptions,
): Promise<void> {
  // Without the bucket nothing was ever said.
  let known = await lossMark(nats).catch(() => "");
  const onValue = (mark: string) => {
    if (mark === known) return;
    known = mark;
    onLoss();
  };
  followEntry(nats, { key: lossKey, onValue, onError, signal }).catch(onError);
}
