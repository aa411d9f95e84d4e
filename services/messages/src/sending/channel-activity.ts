// See docs/subsystems/channels.md, What channels say of messages.

/** A message that was written. */
export interface WrittenMessage {
  /** Null for a direct message. */
  readonly channelId: number | null;
  readonly id: number;
}

/** The last bundle of a channel that the channels service was sent. */
interface Announced {
  /** The lowest id that the bundle had for the channel. */
  readonly firstId: number;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * Far less than the days after which a channel ceases to be active; a missed bundle is made up for after this
 * time.
 */
const repeatMs = 60_000;
/** Above these everything is forgotten, which costs a bundle for each channel. */
const maxRealms = 10_000;
const maxChannels = 1000;

/** Finds events in a bundle's JSON text after which a channel may have no messages, or another first one. */
const changes = /"type":\s*"(?:delete|update)_message"/;

/**
 * Decides which bundles of messages the channels service need not be sent: those whose channels all had an earlier
 * message in a bundle that it is sent. Committed bundles are published sooner or later, and what channels asks for on
 * that occasion stays true as long as no message is deleted or moved. Knows only what this process commits, in that
 * order, and starts anew when another may have committed.
 */
export class ChannelActivity {
  readonly #now: () => number;
  readonly #realms = new Map<number, Map<number, Announced>>();

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Takes note of messages that were committed now. @returns whether the channels service has to be sent them
   */
  record(realmId: number, messages: readonly WrittenMessage[]): boolean {
    const announced = this.#announced(realmId);
    const at = this.#now();
    const isNew = messages.some(({ channelId, id }) => {
      if (channelId === null) return false;
      const last = announced.get(channelId);
      return last === undefined || id < last.firstId || at - last.at > repeatMs;
    });
    if (isNew)
      for (const { channelId, id } of messages)
        if (channelId !== null) note(announced, channelId, { firstId: id, at });
    return isNew;
  }

  /** Takes note of what else was committed now, as events in JSON; null when that is not known. */
  recordOther(realmId: number, events: string | null): void {
    if (events === null || changes.test(events)) this.#realms.delete(realmId);
  }

  #announced(realmId: number): Map<number, Announced> {
    let announced = this.#realms.get(realmId);
    if (announced === undefined) {
      if (this.#realms.size >= maxRealms) this.#realms.clear();
      announced = new Map();
      this.#realms.set(realmId, announced);
    }
    return announced;
  }
}

function note(
  announced: Map<number, Announced>,
  channelId: number,
  { at, firstId }: Announced,
): void {
  const last = announced.get(channelId);
  if (last === undefined && announced.size >= maxChannels) announced.clear();
  const isSameBundle = last?.at === at;
  const first = isSameBundle ? Math.min(last.firstId, firstId) : firstId;
  announced.set(channelId, { firstId: first, at });
}
