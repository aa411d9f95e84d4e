import { getChannelsVersion } from "@team-chat/contract";
import type { ServicePool } from "@team-chat/http";
import { CoalescedCheck } from "@team-chat/projection";

import { proofSpacing } from "./proof-spacing.ts";
import { self } from "./self.ts";

const maxRealms = 10_000;

/** Less than a client's patience: who is behind the gateway asks once more. */
const questionTimeoutMs = 2000;

/**
 * Proves versions of channels while keys are being proven, so that the service behind the gateway need not ask for them after that
 * (docs/adr/0003-proof-of-currency.md).
 */
export class ChannelVersions {
  readonly #channels: ServicePool;
  readonly #checks = new Map<number, CoalescedCheck<number>>();

  constructor(channels: ServicePool) {
    this.#channels = channels;
  }

  /** A version of the realm's channels that was current after this call; 0 when nobody can tell. Never rejects. */
  prove(realmId: number): Promise<number> {
    // Nothing is decided here: without a proof the service behind asks on its own, and refuses if it must.
    return this.#checkOf(realmId)
      .check()
      .catch(() => 0);
  }

  #checkOf(realmId: number): CoalescedCheck<number> {
    const known = this.#checks.get(realmId);
    const check = known ?? new CoalescedCheck(() => this.#ask(realmId), proofSpacing);
    if (known !== undefined) this.#checks.delete(realmId);
    this.#checks.set(realmId, check);
    const [oldest] = this.#checks.keys();
    if (oldest !== undefined && this.#checks.size > maxRealms) this.#checks.delete(oldest);
    return check;
  }

  async #ask(realmId: number): Promise<number> {
    const options = { realmId, timeoutMs: questionTimeoutMs };
    const { version } = await this.#channels.call(getChannelsVersion, self, { realmId }, options);
    return version;
  }
}
