import { SharedQueue, type Surroundings } from "../../src/live/shared-queue.ts";
import type { TabMessage } from "../../src/live/tab-messages.ts";
import { apply } from "../../src/state/apply.ts";
import type { State } from "../../src/state/state.ts";

/** A tab: what is to happen in it waits in lanes, of which each keeps its order. */
export class TabModel {
  readonly id: string;
  isFrozen = false;
  isGone = false;
  /** What the tab shows; null as long as that is nothing. */
  shown: State | null = null;
  onMessage: (message: TabMessage) => void = () => undefined;
  /** End what the tab waits for. */
  timers: (() => void)[] = [];
  #lastEventId = 0;
  readonly #lanes = new Map<string, (() => void)[]>();
  readonly #aroundOf: (tab: TabModel) => Surroundings;
  #queue: SharedQueue | undefined;

  constructor(id: string, aroundOf: (tab: TabModel) => Surroundings) {
    this.id = id;
    this.#aroundOf = aroundOf;
  }

  /** @param onReload is called when the page is loaded again for another person */
  start(onReload: () => void): void {
    this.#queue = new SharedQueue(this.#aroundOf(this), {
      onReplica: ({ lastEventId, state }) => {
        this.#lastEventId = lastEventId;
        if (this.shown !== null && this.shown.me !== state.me)
          throw new Error("A tab is shown what is another person's.");
        this.shown = state;
      },
      onEvents: (events) => {
        for (const { id } of events) {
          if (id <= this.#lastEventId) throw new Error("A tab is told of an event again.");
          this.#lastEventId = id;
        }
        if (this.shown !== null) this.shown = events.reduce<State>(apply, this.shown);
      },
      onConnection: () => undefined,
      onOtherPerson: onReload,
    });
    void this.#queue.run();
  }

  /** What the server has told. */
  get replica() {
    return this.#queue?.replica ?? null;
  }

  /** Is looked at. */
  look(): void {
    this.do("looks", () => void this.#queue?.check());
  }

  /** Lets the time pass that the tab waits. */
  passTime(): void {
    for (const done of this.timers) this.do("time", done);
    this.timers = [];
  }

  get hasWork(): boolean {
    return !this.isFrozen && this.#lanes.size > 0;
  }

  /** Does what is first in one of the lanes. */
  work(choice: number): void {
    const lanes = [...this.#lanes];
    const [name = "", lane = []] = lanes[choice % lanes.length] ?? [];
    const next = lane.shift();
    if (lane.length === 0) this.#lanes.delete(name);
    if (!this.isGone) next?.();
  }

  do(lane: string, what: () => void): void {
    const before = this.#lanes.get(lane);
    if (before === undefined) this.#lanes.set(lane, [what]);
    else before.push(what);
  }

  send(from: string, message: TabMessage): void {
    this.do(from, () => {
      this.onMessage(message);
    });
  }

  /** Loses the last things that another tab has said and that have not come yet. */
  lose(from: string, count: number): void {
    const rest = this.#lanes.get(from)?.slice(0, -count || undefined) ?? [];
    if (rest.length === 0) this.#lanes.delete(from);
    else this.#lanes.set(from, rest);
  }

  /** Asks the server for something, whose answer comes in its turn. */
  answer<T>(ask: (answer: (value: T) => void) => void): Promise<T> {
    return new Promise((resolve) => {
      ask((value) => {
        this.do("answers", () => {
          resolve(value);
        });
      });
    });
  }
}
