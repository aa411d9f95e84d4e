import { getChannelsVersion } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import { BatchLoader } from "@team-chat/work";
import { LRUCache } from "lru-cache";

import { proofPacing, self } from "./proofs.ts";

const maxRealms = 10_000;

/** Longest wait, in ms: less than clients wait, since the service behind the gateway asks once more. */
const questionTimeoutMs = 2000;

interface Realm {
  readonly check: BatchLoader<void, number>;
  /** 0 when nothing is known. */
  version: number;
}

/**
 * Proves versions of channels while keys are being proven, so that the service behind the gateway need not ask for
 * them after that (docs/adr/0003-proof-of-currency.md).
 */
export class ChannelVersions {
  readonly #channels: ServiceClient;
  readonly #realms = new LRUCache<number, Realm>({ max: maxRealms });

  constructor(channels: ServiceClient) {
    this.#channels = channels;
  }

  /** Returns the version that was proven last, 0 when there is none: good for speculation, not for a decision. */
  lastKnown(realmId: number): number {
    return this.#realms.peek(realmId)?.version ?? 0;
  }

  /** Returns a version of the channels that was current after this call; 0 when nobody can tell. Never rejects. */
  prove(realmId: number): Promise<number> {
    return this.#realm(realmId).check.load();
  }

  #realm(realmId: number): Realm {
    const known = this.#realms.get(realmId);
    if (known !== undefined) return known;
    const realm: Realm = {
      check: new BatchLoader<void, number>(() => this.#ask(realm, realmId), {
        pacing: proofPacing,
      }),
      version: 0,
    };
    this.#realms.set(realmId, realm);
    return realm;
  }

  async #ask(realm: Realm, realmId: number): Promise<number> {
    const options = { realmId, timeoutMs: questionTimeoutMs };
    try {
      const version =
        (await this.#channels.version(realmId, questionTimeoutMs)) ??
        (await this.#channels.call(getChannelsVersion, self, { realmId }, options)).version;
      realm.version = version;
      return version;
    } catch {
      // Nothing is decided here: without a proof the service behind asks on its own, and refuses if it must.
      return 0;
    }
  }
}
