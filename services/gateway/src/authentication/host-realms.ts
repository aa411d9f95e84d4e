import { getAuthState } from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import { BatchLoader } from "@team-chat/work";
import { LRUCache } from "lru-cache";
import type { z } from "zod";

import { proofPacing, self } from "../realms/proofs.ts";
import type { KeyCache, KeyRing } from "./key-cache.ts";

type AuthState = Extract<z.output<typeof getAuthState.output>, { readonly known: true }>;

/** Describes an organization as it was at some moment after it was asked for. */
export interface ProvenRealm extends Omit<AuthState, "changedUserIds" | "known" | "realm"> {
  readonly ref: RealmRef;
  readonly deactivated: boolean;
}

/** Joins a proven organization with the keys that are known to be valid there. */
export interface ProvenHost {
  readonly realm: ProvenRealm;
  readonly keys: KeyRing;
}

interface HostState {
  keys: KeyRing;
  readonly check: BatchLoader<void, ProvenRealm | null>;
  proven: ProvenRealm | null;
}

/** Longest name of a host (RFC 1035) with a port; longer ones belong to nobody. */
const maxHostLength = 260;
const maxHosts = 10_000;
/**
 * Longest wait for the users service, in ms: a busy one answers sooner, so one that has not answered by then is down.
 */
const questionTimeoutMs = 5000;

/** Knows which organization each host is, and the keys that are valid there (docs/subsystems/gateway.md, Proofs). */
export class HostRealms {
  readonly #users: ServiceClient;
  readonly #cache: KeyCache;
  readonly #hosts = new LRUCache<string, HostState>({ max: maxHosts });

  constructor(users: ServiceClient, cache: KeyCache) {
    this.#users = users;
    this.#cache = cache;
  }

  /** Counts the hosts that are remembered. */
  get size(): number {
    return this.#hosts.size;
  }

  /** Returns the keys of the host as last known: good for speculation, not for a decision. */
  keysOf(host: string): KeyRing | undefined {
    return this.#hosts.peek(host)?.keys;
  }

  /** Returns the organization of the host as last known: good for speculation, not for a decision. */
  lastKnown(host: string): ProvenRealm | undefined {
    return this.#hosts.peek(host)?.proven ?? undefined;
  }

  /**
   * Proves after this call which organization the host is, and forgets all keys that ceased to be valid before it. Null
   * when the host is none. `maxWaitMs` may be spent waiting for other requests to share the question with.
   * @throws SERVICE_UNAVAILABLE when the users service cannot be asked
   */
  async prove(host: string, maxWaitMs = 0): Promise<ProvenHost | null> {
    if (host === "" || host.length > maxHostLength) return null;
    const state = this.#state(host);
    const realm = await state.check.loadWithin(maxWaitMs);
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

  /** Compares only the version of the users: everything known of an organization and its keys changes with it. */
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
      if (this.#hosts.peek(host) === state) this.#hosts.delete(host);
      state.proven = null;
      return null;
    }
    const { changedUserIds, known: _known, realm, ...facts } = answer;
    const { deactivated, ...ref } = realm;
    if (changedUserIds === null || before?.ref.id !== ref.id) state.keys = this.#cache.createRing();
    else state.keys.forget(changedUserIds, facts.authVersion);
    return (state.proven = { ...facts, ref, deactivated });
  }
}
