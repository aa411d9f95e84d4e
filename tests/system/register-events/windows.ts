import type { Product } from "../in-process/product.ts";
import { createPeople, type Person } from "../in-process/realm.ts";
import { checkEvent } from "./client-event.ts";
import { comparable } from "./comparable.ts";
import type { Coverage } from "./coverage.ts";
import { differences } from "./difference.ts";
import { furnish } from "./furnish.ts";
import { take } from "./history.ts";
import { applyAll, expected, loadState, Mirror, Refused, register } from "./mirror.ts";
import { holds, isNeutralSwap, matters, type Meeting, swapped, without } from "./removal.ts";
import { type ClientState, Misfit, type Row, type Wishes } from "./state.ts";
import type { Step } from "./step.ts";
import type { Cast } from "./wishes.ts";

/** Thrown when what a client knows by events is not what it would be told now. */
class Divergence extends Error {
  override readonly name = "Divergence";
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

  /**
   * Has everybody register once more, one after the other, until `writing` ends; these clients are compared as well.
   */
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

  /**
   * Carries out the steps one after the other, each chosen from what its actor's client knew at first; those that go on
   * with others, from what it would be told now.
   */
  async act(steps: readonly Step[]): Promise<void> {
    const actors = [...this.#mirrors];
    let last: { readonly step: Step; readonly state: ClientState | null } | undefined;
    for (const step of steps) {
      const [person, mirror] = actors[step.actor % actors.length] ?? [];
      if (!person || !mirror) continue;
      const looks = step.goesOn && !isRepetition(step, last?.step);
      const known = step.goesOn && last ? last.state : mirror.state;
      const state = looks ? await this.#glance(person, mirror) : known;
      last = { step, state };
      if (state) await take(step, { person, people: this.people, state });
    }
  }

  /** Registers as the person now; null when it was locked out. */
  async #glance(person: Person, mirror: Mirror): Promise<ClientState | null> {
    try {
      const wishes = { ...mirror.state.wishes, event_types: choosable };
      const state = await register(person, wishes);
      return { ...state, messages: new Map([...state.messages, ...mirror.state.messages]) };
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /**
   * Compares every client with a new one, which it goes on as. With `strictly`, also that every single event was
   * needed: for windows of one step.
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
      if (strictly) this.#checkRemovals(meeting, person.name);
      else this.#tryRemovals(meeting);
      this.#checkSwaps(meeting, person.name);
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

  /** Leaves each event out once; `strictly`, as in `compare`. */
  #checkRemovals(meeting: Meeting, name: string): void {
    for (const [index, event] of meeting.events.entries()) {
      const isMissed = matters(meeting, index);
      if (isMissed && holds({ ...meeting, events: without(meeting.events, index) }))
        throw new Divergence(
          `Nobody would miss ${JSON.stringify(event)} for ${name} among\n${announcedOf(meeting)}`,
        );
      this.#coverage.addRemoval(event, isMissed ? "missed" : "neutral");
    }
  }

  /**
   * After many steps: later events may say again what one said, but of each kind most removals must be found out all
   * the same.
   */
  #tryRemovals(meeting: Meeting): void {
    for (const [index, event] of meeting.events.entries())
      if (this.#coverage.wantsRemoval(event) && matters(meeting, index))
        this.#coverage.addRemoval(
          event,
          holds({ ...meeting, events: without(meeting.events, index) }) ? "repeated" : "missed",
        );
  }

  /** Exchanges each two events that follow each other. */
  #checkSwaps(meeting: Meeting, name: string): void {
    for (const [index, other] of meeting.events.slice(1, maxSwaps).entries()) {
      const one = meeting.events[index] ?? other;
      const isNeutral = isNeutralSwap(meeting, index);
      if (!isNeutral && holds({ ...meeting, events: swapped(meeting.events, index) }))
        throw new Divergence(
          `Nobody would notice the order of ${JSON.stringify([one, other])} for ${name}`,
        );
      this.#coverage.addSwap([one, other], isNeutral ? "commuting" : "misordered");
    }
  }
}

/** Tells whether the step repeats the last one; the same user then chooses from the things that were there before. */
function isRepetition(step: Step, last: Step | undefined): boolean {
  return step.operation === last?.operation && step.actor === last.actor;
}

/** Of what steps are chosen from (see `Seen`). */
const choosable = [
  "channel_folders",
  "custom_profile_fields",
  "default_streams",
  "device",
  "drafts",
  "message",
  "muted_users",
  "navigation_views",
  "realm_bot",
  "realm_domains",
  "realm_emoji",
  "realm_linkifiers",
  "realm_playgrounds",
  "realm_user",
  "realm_user_groups",
  "reminders",
  "saved_snippets",
  "scheduled_messages",
  "subscription",
  "update_message_flags",
];

/** The first so many events of a window change places. */
const maxSwaps = 12;

function announcedOf({ before, events }: Meeting): string {
  const texts = events.map((one) => JSON.stringify(one).slice(0, 500));
  return [JSON.stringify(before.wishes), ...texts].join("\n");
}

function checkMeeting(meeting: Meeting, name: string): void {
  const { before, events, fresh } = meeting;
  try {
    for (const event of events) checkEvent(event, before.wishes);
    const next = applyAll(before, events);
    const [kept, now] = [comparable(next), expected(fresh, next)];
    const differing = differences(kept, now);
    if (differing.length > 0) throw new Misfit(differing.join("\n"));
  } catch (error) {
    throw new Divergence(`${String(error)}\nThe events of ${name} ${announcedOf(meeting)}`, {
      cause: error,
    });
  }
}
