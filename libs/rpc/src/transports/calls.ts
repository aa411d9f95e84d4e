import { CallNumbers } from "../call-numbers.ts";
import { NumberedMap } from "../numbered-map.ts";
import { CallFailure } from "./call-failure.ts";
import type { SentCall } from "./sent-call.ts";

interface CallsSettings {
  /** Calls that wait for the head of their answer at once. */
  readonly atOnce: number;
  /** Sends a call whose turn has come, under its number. */
  readonly send: (id: number, call: SentCall) => void;
}

/** Keeps the calls of one connection: those under way by number, and those that wait for their turn. */
export class Calls {
  readonly #settings: CallsSettings;
  readonly #underWay = new NumberedMap<SentCall>();
  readonly #queue = new Set<SentCall>();
  /** Calls under way of which no answer has begun: a client that reads a long one slowly holds up nobody. */
  #unanswered = 0;
  readonly #numbers = new CallNumbers();

  constructor(settings: CallsSettings) {
    this.#settings = settings;
  }

  /** Number of calls under way. */
  get size(): number {
    return this.#underWay.size;
  }

  get(id: number): SentCall | undefined {
    return this.#underWay.get(id);
  }

  /** Sends a call, now or when others have been answered. */
  add(call: SentCall): void {
    if (this.#unanswered < this.#settings.atOnce) this.#send(call);
    else this.#queue.add(call);
  }

  /** Forgets a call that is over. @returns false when it was never sent */
  delete(call: SentCall): boolean {
    if (this.#queue.delete(call)) return false;
    this.#underWay.delete(call.id);
    return true;
  }

  /** Gives the turn of a call that waits no more for the head of its answer to the next one. */
  endTurn(): void {
    this.#unanswered -= 1;
    const [next] = this.#queue;
    if (next === undefined) return;
    this.#queue.delete(next);
    this.#send(next);
  }

  /** Fails the calls that waited for their turn, so that their callers may ask another process. */
  failWaiting(): void {
    const unsent = new CallFailure("CALL_UNSENT", "The request was not sent.");
    for (const call of this.#queue) call.fail(unsent);
  }

  /** Fails all calls, because the connection ended. */
  fail(failure: CallFailure): void {
    this.failWaiting();
    for (const call of this.#underWay.takeAll()) call.fail(failure);
  }

  #send(call: SentCall): void {
    const id = this.#numbers.next((number) => this.#underWay.has(number));
    this.#unanswered += 1;
    this.#settings.send(id, call);
    call.sent(id);
    this.#underWay.set(call);
  }
}
