// See docs/adr/0053-moving-organizations.md.
import type { Nats } from "./connect.ts";
import { turnsKey } from "./durables.ts";
import { openEpochs, putIfUnchanged } from "./epochs.ts";
import { followEntry } from "./follow-entry.ts";

/** By how many processes of messages an organization was moved on in its ranking. */
type Turn = readonly [realmId: number, turn: number];

/**
 * Publishes the turns of all organizations that were moved, unless they are published already. `load` is called after
 * it was read what is published, so that older turns never replace newer ones.
 * @throws Error when NATS is away
 */
export async function publishTurns(
  nats: Nats,
  load: () => Promise<readonly Turn[]>,
): Promise<void> {
  nats.checkConnected();
  const epochs = await openEpochs(nats);
  for (;;) {
    const current = await epochs.get(turnsKey);
    const value = JSON.stringify(await load());
    if (current?.operation === "PUT" && current.string() === value) return;
    if (await putIfUnchanged(epochs, current, { key: turnsKey, value })) return;
  }
}

interface FollowOptions {
  /** Called with the turns that hold, by organization, and with those that replace them. */
  readonly onTurns: (turns: ReadonlyMap<number, number>) => void;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Follows what `publishTurns` says, until the signal aborts. */
export function followTurns(nats: Nats, { onError, onTurns, signal }: FollowOptions): void {
  const onValue = (value: string) => onTurns(new Map(JSON.parse(value) as readonly Turn[]));
  followEntry(nats, { key: turnsKey, onValue, onError, signal }).catch(onError);
}
