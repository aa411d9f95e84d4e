// See docs/subsystems/channels.md, What channels say of messages.

/** A message that was written. */
export interface SentTo {
  /** Null for a direct message. */
  readonly channelId: number | null;
  readonly id: number;
}

interface Told {
  /** The lowest id that the bundle had for the channel. */
  readonly firstId: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Far less than the days after which a channel ceases to be active; and if anything should be missed, so long until the next occasion. */
const talkMs = 60_000;
/** Above these everything is forgotten, which costs a bundle for each channel. */
const maxRealms = 10_000;
const maxChannels = 1000;

/** A bundle, as JSON text, after which a channel may have no messages, or another first one. */
const changes = /"type":\s*"(?:delete|update)_message"/;

/**
 * Of which bundles of messages channels need not hear, because it is told of an earlier message in each of their channels: bundles that were committed are
 * published sooner or later, and what channels asks for on that occasion is true as long as no message is deleted or moved. Knows only what this process
 * commits, in that order, and starts anew when another may have committed.
 */
export class ChannelNews {
  readonly #now: () => number;
  readonly #realms = new Map<number, Map<number, Told>>();

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes note of messages that were committed now. @returns whether channels has to hear of them */
  take(realmId: number, messages: readonly SentTo[]): boolean {
    const told = this.#told(realmId);
    const at = this.#now();
    const isNews = messages.some(({ channelId, id }) => {
      if (channelId === null) return false;
      const last = told.get(channelId);
      return last === undefined || id < last.firstId || at - last.at > talkMs;
    });
    if (isNews)
      for (const { channelId, id } of messages)
        if (channelId !== null) note(told, channelId, { firstId: id, at });
    return isNews;
  }

  /** Takes note of what else was committed now, as events in JSON; null when that is not known. */
  follow(realmId: number, events: string | null): void {
    if (events === null || changes.test(events)) this.#realms.delete(realmId);
  }

  #told(realmId: number): Map<number, Told> {
    let told = this.#realms.get(realmId);
    if (told === undefined) {
      if (this.#realms.size >= maxRealms) this.#realms.clear();
      told = new Map();
      this.#realms.set(realmId, told);
    }
    return told;
  }
}

function note(told: Map<number, Told>, channelId: number, { at, firstId }: Told): void {
  const last = told.get(channelId);
  if (last === undefined && told.size >= maxChannels) told.clear();
  const isSameBundle = last?.at === at;
  told.set(channelId, { firstId: isSameBundle ? Math.min(last.firstId, firstId) : firstId, at });
}
