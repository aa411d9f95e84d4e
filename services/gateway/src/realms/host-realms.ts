import { getAuthState } from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import { BatchLoader } from "@team-chat/work";
import { LRUCache } from "lru-cache";

import type { KeyCache, KeyRing } from "../keys/key-cache.ts";
import { proofPacing } from "./proof-pacing.ts";
import { self } from "./self.ts";

/** A realm as it was at some moment after the question. */
export interface ProvenRealm {
  readonly ref: RealmRef;
  readonly deactivated: boolean;
  /** Counts what matters for letting somebody in. */
  readonly authVersion: number;
  readonly usersVersion: number;
}

interface HostState {
  readonly keys: KeyRing;
  readonly check: BatchLoader<void, ProvenRealm | null>;
  proven: ProvenRealm | null;
}

/** Host names longer than this belong to nobody (RFC 1035, with a port). */
const maxHostLength = 260;
const maxHosts = 10_000;

/** Which realm a host is, and what is known of its keys (docs/subsystems/gateway.md). */
export class HostRealms {
  readonly #users: ServiceClient;
  readonly #cache: KeyCache;
  readonly #hosts = new LRUCache<string, HostState>({
    max: maxHosts,
    dispose: ({ keys }) => keys.forget(null),
  });

  constructor(users: ServiceClient, cache: KeyCache) {
    this.#users = users;
    this.#cache = cache;
  }

  /** What was last known of the host's keys: good for a guess, not for a decision. */
  keysOf(host: string): KeyRing | undefined {
    return this.#hosts.peek(host)?.keys;
  }

  /** What was last known of the host's realm: good for a guess, not for a decision. */
  lastKnown(host: string): ProvenRealm | undefined {
    return this.#hosts.peek(host)?.proven ?? undefined;
  }

  /**
   * The host's realm, proven after this call, with all keys forgotten that ceased to be valid before it; null when there is none. `patienceMs` may be
   * spent waiting for others to share the question with.
   * @throws SERVICE_UNAVAILABLE when the owner of realms cannot be asked
   */
  async prove(host: string, patienceMs = 0): Promise<{ realm: ProvenRealm; keys: KeyRing } | null> {
    if (host === "" || host.length > maxHostLength) return null;
    const state = this.#state(host);
    const realm = await state.check.loadWithin(patienceMs);
    return realm === null ? null : { realm, keys: state.keys };
  }

  #state(host: string): HostState {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const state: HostState = {
      keys: this.#cache.createRing(),
      check: new BatchLoader<void, ProvenRealm | null>(() => this.#ask(host, state), {
        pacing: proofPacing,
      }),
      proven: null,
    };
    this.#hosts.set(host, state);
    return state;
  }

  /** Everything that is known of a realm and its keys changes with the version of its users. */
  async #isCurrent({ ref, usersVersion }: ProvenRealm): Promise<boolean> {
    return (await this.#users.version(ref.id, questionTimeoutMs)) === usersVersion;
  }

  async #ask(host: string, state: HostState): Promise<ProvenRealm | null> {
    const before = state.proven;
    if (before !== null && (await this.#isCurrent(before))) return before;
    const answer = await this.#users.call(
      getAuthState,
      self,
      { host, since: before?.authVersion ?? 0 },
      { realmId: before?.ref.id ?? 0, timeoutMs: questionTimeoutMs },
    );
    if (!answer.known) {
      state.keys.forget(null);
      if (this.#hosts.peek(host) === state) this.#hosts.delete(host);
      state.proven = null;
      return null;
    }
    const { deactivated, ...ref } = answer.realm;
    const isSame = before?.ref.id === ref.id;
    state.keys.forget(isSame ? answer.changedUserIds : null);
    const { authVersion, usersVersion } = answer;
    return (state.proven = { ref, deactivated, authVersion, usersVersion });
  }
}

/** Longer than a busy owner takes; whoever cannot be asked by then is away. */
const questionTimeoutMs = 5000;
