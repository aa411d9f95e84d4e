import { isDeepStrictEqual } from "node:util";

import { askSpeculatively, type HeldAnswer } from "@team-chat/http";
import type { Caller, Identity } from "@team-chat/identity";

import type { Turn } from "../limits/fair-shares.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import { isLarge } from "../requests/request-size.ts";
import type { OrganizationTurns } from "./organization-turns.ts";
import type { Owners } from "./owners.ts";

/** Limits the answers that are held at once, of each of which memory holds up to 256 kB. */
const maxHeld = 64;
/**
 * After a speculative read that came to nothing, do not speculate for that user for this long, so that rate-limited
 * users and busy organizations do not pay twice for every request.
 */
const cooldownMs = 1000;
const maxCooling = 10_000;

/**
 * Sends reads on while their sender is still being proven, and gives the answer to the client when the proof confirms
 * exactly what was assumed (docs/adr/0008-speculative-reads.md).
 */
export class SpeculativeReads {
  readonly #owners: Owners;
  readonly #turns: OrganizationTurns;
  /** Maps users to the end of their cool-down, on the clock of `performance.now()`. */
  readonly #coolingUntil = new Map<string, number>();
  #held = 0;

  constructor(owners: Owners, turns: OrganizationTurns) {
    this.#owners = owners;
    this.#turns = turns;
  }

  /**
   * Begins a read for its probable caller, unless that is unknown, cooling down, or would have to wait for its turn, or
   * too many answers are held.
   */
  begin(request: ClientRequest, caller: Caller | null): SpeculativeRead {
    return new SpeculativeRead(this, request, caller && this.#send(request, caller));
  }

  /** Notes that an answer is held no more. */
  ended({ caller, turn }: Held, wasRight: boolean): void {
    this.#held -= 1;
    turn.end();
    if (wasRight) return;
    if (this.#coolingUntil.size >= maxCooling) this.#coolingUntil.clear();
    this.#coolingUntil.set(keyOf(caller), performance.now() + cooldownMs);
  }

  #send(request: ClientRequest, caller: Caller): Held | null {
    if (this.#held >= maxHeld) return null;
    if ((this.#coolingUntil.get(keyOf(caller)) ?? 0) > performance.now()) return null;
    const { operation, req } = request;
    const service = isLarge(request) ? undefined : this.#owners.named(operation.owner);
    const turn = service && this.#turns.tryTake(request, caller);
    if (!turn) return null;
    const answer = askSpeculatively(service, caller, {
      req,
      realmId: caller.realm.id,
      onCost: (cost) => this.#turns.charge(request, caller, cost),
    });
    if (answer === null) {
      turn.end();
      return null;
    }
    this.#held += 1;
    return { caller, answer, turn };
  }
}

interface Held {
  readonly caller: Caller;
  readonly answer: HeldAnswer;
  readonly turn: Turn;
}

/** Holds the answer to one speculative read until it is known whether the client may have it. */
class SpeculativeRead implements Disposable {
  readonly #reads: SpeculativeReads;
  readonly #request: ClientRequest;
  #held: Held | null;

  constructor(reads: SpeculativeReads, request: ClientRequest, held: Held | null) {
    this.#reads = reads;
    this.#request = request;
    this.#held = held;
  }

  /**
   * Gives the answer to the client if the proven identity is the assumed one in everything.
   * @returns false when there is no answer to give, and the request has to be passed on
   */
  answer(proven: Identity): boolean | Promise<boolean> {
    if (this.#held === null) return false;
    const held = this.#held;
    if (!isDeepStrictEqual(held.caller, proven)) {
      this[Symbol.dispose]();
      return false;
    }
    this.#held = null;
    this.#reads.ended(held, true);
    const { headers, res } = this.#request;
    return held.answer.give(res, Object.entries(headers).flat());
  }

  /** Discards an answer that was not given. */
  [Symbol.dispose](): void {
    if (this.#held === null) return;
    const held = this.#held;
    this.#held = null;
    held.answer.discard();
    this.#reads.ended(held, false);
  }
}

function keyOf({ realm, userId }: Caller): string {
  return `${realm.id}:${userId}`;
}
