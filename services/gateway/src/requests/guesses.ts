import { isDeepStrictEqual } from "node:util";

import type { HeldAnswer } from "@team-chat/http";
import type { Caller, Identity } from "@team-chat/identity";

import type { Exchange } from "./exchange.ts";
import type { Forwarder } from "./forwarder.ts";

/** Answers that wait to be allowed hold up to 256 kB each. */
const maxAtOnce = 64;
/** After a guess that was for nothing its user has none for so long: neither who is over the limit nor a realm that changes much costs twice. */
const restMs = 1000;
const maxResting = 10_000;

/**
 * Asks what only reads before it is proven who asks, and gives the answer when the proof says exactly what was guessed, versions of everything that others own
 * included (docs/adr/0008-answers-on-a-guess.md).
 */
export class Guesses {
  readonly #forwarder: Pick<Forwarder, "ask">;
  readonly #resting = new Map<string, number>();
  #underWay = 0;

  constructor(forwarder: Pick<Forwarder, "ask">) {
    this.#forwarder = forwarder;
  }

  /** What may become of a request; to be disposed of when its answer is on the way. */
  of(exchange: Exchange): Guess {
    return new Guess(this, exchange);
  }

  /** Null when nothing is asked on a guess now. */
  ask(exchange: Exchange, caller: Caller): HeldAnswer | null {
    if (this.#underWay >= maxAtOnce) return null;
    if ((this.#resting.get(nameOf(caller)) ?? 0) > performance.now()) return null;
    const held = this.#forwarder.ask(exchange, caller);
    if (held !== null) this.#underWay += 1;
    return held;
  }

  /** An answer was used, or not. */
  done(caller: Caller, wasRight: boolean): void {
    this.#underWay -= 1;
    if (wasRight) return;
    if (this.#resting.size >= maxResting) this.#resting.clear();
    this.#resting.set(nameOf(caller), performance.now() + restMs);
  }
}

/** One request's guess, if there is any. */
class Guess implements Disposable {
  readonly #guesses: Guesses;
  readonly #exchange: Exchange;
  #asked: { readonly caller: Caller; readonly held: HeldAnswer } | undefined;

  constructor(guesses: Guesses, exchange: Exchange) {
    this.#guesses = guesses;
    this.#exchange = exchange;
  }

  /** The request probably comes from this caller. */
  readonly begin = (caller: Caller): void => {
    const held = this.#guesses.ask(this.#exchange, caller);
    if (held !== null) this.#asked = { caller, held };
  };

  /** Answers the request if this is whom it was guessed to come from, with nothing changed; false when it must be asked (again). */
  answer(proven: Identity): boolean | Promise<boolean> {
    if (this.#asked === undefined) return false;
    const { caller, held } = this.#asked;
    if (!isDeepStrictEqual(caller, proven)) {
      this[Symbol.dispose]();
      return false;
    }
    this.#asked = undefined;
    this.#guesses.done(caller, true);
    const { headers, res } = this.#exchange;
    return held.give(res, Object.entries(headers).flat());
  }

  [Symbol.dispose](): void {
    if (this.#asked === undefined) return;
    const { caller, held } = this.#asked;
    this.#asked = undefined;
    held.discard();
    this.#guesses.done(caller, false);
  }
}

function nameOf({ realm, userId }: Caller): string {
  return `${realm.id}:${userId}`;
}
