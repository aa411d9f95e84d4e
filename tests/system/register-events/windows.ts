import type { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";
import { checkEvent } from "./client-event.ts";
import { comparable } from "./comparable.ts";
import type { Coverage } from "./coverage.ts";
import { differences } from "./difference.ts";
import { furnish } from "./furnish.ts";
import { type Step, take } from "./history.ts";
import { applyAll, expected, loadState, Mirror, Refused, register } from "./mirror.ts";
import { holds, matters, without } from "./removal.ts";
import { type ClientState, Misfit, type Row, type Wishes } from "./state.ts";
import type { Cast } from "./wishes.ts";

/** Thrown when what a client knows by events is not what it would be told now. */
class Divergence extends Error {
  override readonly name = "Divergence";
}

interface Meeting {
  readonly before: ClientState;
  readonly events: readonly Row[];
  readonly fresh: ClientState;
}

/** An organization whose people's clients keep up by events, and are compared with new ones. */
export class Windows {
  readonly people: readonly Person[];
  readonly #product: Product;
  readonly #coverage: Coverage;
  readonly #mirrors: Map<Person, Mirror>;
  readonly #late: Mirror[] = [];

  private constructor(parts: {
    readonly product: Product;
    readonly coverage: Coverage;
    readonly mirrors: Map<Person, Mirror>;
    readonly people: readonly Person[];
  }) {
    this.#product = parts.product;
    this.#coverage = parts.coverage;
    this.#mirrors = parts.mirrors;
    this.people = parts.people;
  }

  static async open(
    { coverage, product }: { readonly product: Product; readonly coverage: Coverage },
    cast: readonly Cast[],
  ): Promise<Windows> {
    const { people } = await createPeople(product);
    await furnish(people);
    await product.settle();
    const mirrors = new Map<Person, Mirror>();
    for (const { name, wishes } of cast) {
      const person = people.find((one) => one.name === name);
      if (!person) throw new Error(`There is no ${name}.`);
      mirrors.set(person, await Mirror.open(person, wishes));
    }
    return new Windows({ product, coverage, mirrors, people });
  }

  /** Has everybody register once more, one after the other, until `writing` ends; these clients are compared as well. */
  async addLateComers(wishes: Wishes, writing: Promise<unknown>): Promise<void> {
    let isWriting = true;
    const ended = writing.finally(() => {
      isWriting = false;
    });
    for (const person of this.people) {
      if (!isWriting) break;
      try {
        this.#late.push(Mirror.adopt(person, await register(person, wishes)));
      } catch (error) {
        // Somebody who writes has deactivated them.
        if (!(error instanceof Refused)) throw error;
      }
    }
    await ended;
  }

  /** Carries out the steps one after the other. */
  async act(steps: readonly Step[]): Promise<void> {
    const actors = [...this.#mirrors];
    for (const step of steps) {
      const [person, mirror] = actors[step.actor % actors.length] ?? [];
      if (person && mirror) await take(step, { person, people: this.people, state: mirror.state });
    }
  }

  /**
   * Compares every client with a new one, which it goes on as. With `strictly`, also that every single event was needed: for windows of one step.
   * @throws Divergence
   */
  async compare(strictly: boolean): Promise<void> {
    await this.#product.settle();
    const heard: (readonly Row[])[] = [];
    for (const [person, mirror] of this.#mirrors) {
      const events = await mirror.poll();
      if (events === null) {
        this.#mirrors.delete(person);
        continue;
      }
      heard.push(events);
      const fresh = await loadState(person, mirror.state.wishes);
      await mirror.close();
      this.#mirrors.set(person, Mirror.adopt(person, fresh));
      const meeting = { before: mirror.state, events, fresh };
      checkMeeting(meeting, person.name);
      if (strictly) this.#checkEach(meeting, person.name);
    }
    for (const mirror of this.#late) heard.push(await this.#compareLate(mirror));
    this.#late.length = 0;
    this.#coverage.addWindow(heard);
  }

  async #compareLate(mirror: Mirror): Promise<readonly Row[]> {
    const events = await mirror.poll();
    if (events === null) return [];
    const fresh = await register(mirror.person, mirror.state.wishes);
    await mirror.close();
    await Mirror.adopt(mirror.person, fresh).close();
    checkMeeting({ before: mirror.state, events, fresh }, mirror.person.name);
    return events;
  }

  async close(): Promise<void> {
    for (const mirror of this.#mirrors.values()) await mirror.close();
  }

  #checkEach({ before, events, fresh }: Meeting, name: string): void {
    for (const [index, event] of events.entries()) {
      if (!matters(before, events, index)) continue;
      if (holds(before, without(events, index), fresh))
        throw new Divergence(`Nobody would miss ${JSON.stringify(event)} for ${name}.`);
      this.#coverage.addMissed(event);
    }
  }
}

function checkMeeting({ before, events, fresh }: Meeting, name: string): void {
  const told = () =>
    [
      `${name} ${JSON.stringify(before.wishes)}`,
      ...events.map((one) => JSON.stringify(one).slice(0, 500)),
    ].join("\n");
  try {
    for (const event of events) checkEvent(event, before.wishes);
    const next = applyAll(before, events);
    const [kept, now] = [comparable(next), expected(fresh, next)];
    const differing = differences(kept, now);
    if (differing.length > 0) throw new Misfit(differing.join("\n"));
  } catch (error) {
    throw new Divergence(`${String(error)}\nThe events of ${told()}`, { cause: error });
  }
}
