// See docs/subsystems/channels.md, What channels say of messages.
import { type BundleFacts, hasType } from "@team-chat/contract";
import { RecentlyUsed } from "@team-chat/work";

/**
 * Far less than the days after which a channel ceases to be active; a missed bundle is made up for after this
 * time.
 */
const repeatMs = 60_000;
/** Of one realm; above that all of its are forgotten, which costs a bundle for each channel. */
const maxChannels = 1000;
const maxBytes = 32 * 1024 * 1024;

/** Tells whether a channel may have no messages any more, or another first one. */
const hasChange = hasType(new Set(["delete_message", "update_message", "messages_restored"]));

/**
 * Decides which bundles of messages the channels service need not be sent: those whose channels all had an earlier
 * message in a bundle that it is sent. Committed bundles are published sooner or later, and what channels asks for on
 * that occasion stays true as long as no message is deleted or moved. Knows only what this process commits, in that
 * order, and starts anew when another may have committed. What it gains:
 * docs/optimizations.md.
 */
export class ChannelActivity {
  readonly #now: () => number;
  /** Time at which the channels service was last sent a bundle of a channel, in milliseconds, by realm and channel. */
  readonly #realms: RecentlyUsed<Map<number, number>>;

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#realms = new RecentlyUsed({ maxBytes, now });
  }

  /**
   * Takes note of the channels of messages that were committed now; null is that of a direct message.
   * @returns whether the channels service has to be sent them
   */
  record(realmId: number, channelIds: readonly (number | null)[]): boolean {
    const sentAt = this.#realms.get(realmId) ?? new Map<number, number>();
    const at = this.#now();
    const ids = channelIds.filter((id) => id !== null);
    const isNew = ids.some((id) => at - (sentAt.get(id) ?? -Infinity) > repeatMs);
    if (!isNew) return false;
    if (sentAt.size >= maxChannels) sentAt.clear();
    for (const id of ids) sentAt.set(id, at);
    this.#realms.set(realmId, sentAt, 300 + 40 * sentAt.size);
    return true;
  }

  /** Takes note of what else was committed now; null when that is not known. */
  recordOther(realmId: number, facts: BundleFacts | null): void {
    if (facts === null || hasChange(facts)) this.#realms.delete(realmId);
  }
}
