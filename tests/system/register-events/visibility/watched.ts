import { getChannelsState, getUsersState } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";

import type { Product } from "../../in-process/product.ts";
import { createPeople, type Person } from "../../in-process/realm.ts";
import { kindOf } from "../apply/apply-event.ts";
import { type Belongings, noteInviter } from "../belongings.ts";
import { furnish } from "../furnish.ts";
import { take } from "../history.ts";
import { loadState, Mirror } from "../mirror.ts";
import type { Row, Wishes } from "../state.ts";
import type { Step } from "../step.ts";
import { olderTypes } from "../wishes.ts";
import { mayHear, noteRecipient, type Recipient, type Truth, truthOf } from "./visibility.ts";

const self: Identity = { kind: "service", name: "test" };

/** One is told everything as older clients are, and one of all public channels. */
function wishesOf({ name }: Person, wishes: Wishes): Wishes {
  if (name === "moderator")
    return { ...wishes, event_types: [...olderTypes, "attachment", "invites_changed"] };
  return { ...wishes, event_types: null, all_public_streams: name === "member" };
}

/** An organization all of whose people listen; what they hear is held against what is stored. */
export class Watched {
  readonly #product: Product;
  readonly #people: readonly Person[];
  readonly #mirrors: Map<Person, Mirror>;
  readonly #recipients = new Map<number, Recipient[]>();
  readonly #belongings: Belongings = { files: new Map(), inviters: new Set() };
  readonly #realmId: number;
  #truth: Truth;
  #actorId = 0;

  private constructor(parts: {
    readonly product: Product;
    readonly people: readonly Person[];
    readonly mirrors: Map<Person, Mirror>;
    readonly realmId: number;
    readonly truth: Truth;
  }) {
    this.#product = parts.product;
    this.#people = parts.people;
    this.#mirrors = parts.mirrors;
    this.#realmId = parts.realmId;
    this.#truth = parts.truth;
  }

  static async open(product: Product, wishes: Wishes): Promise<Watched> {
    const { people, realmId } = await createPeople(product);
    await furnish(people);
    await product.settle();
    const mirrors = new Map<Person, Mirror>();
    for (const person of people) {
      mirrors.set(person, await Mirror.open(person, wishesOf(person, wishes)));
    }
    const truth = await loadTruth(product, realmId);
    const watched = new Watched({ product, people, mirrors, realmId, truth });
    for (const { state } of mirrors.values())
      for (const message of state.messages.values()) noteRecipient(watched.#recipients, message);
    return watched;
  }

  async act(step: Step): Promise<void> {
    const actors = [...this.#mirrors];
    const [person, mirror] = actors[step.actor % actors.length] ?? [];
    if (!person || !mirror) return;
    this.#actorId = person.userId;
    noteInviter(this.#belongings, step.operation, person.userId);
    const state = await loadState(person, mirror.state.wishes);
    await Mirror.adopt(person, state).close();
    await take(step, { person, people: this.#people, state });
  }

  /**
   * Everything that was heard since the last check was for those who heard it, before the step or after it.
   * @throws Error
   */
  async check(): Promise<void> {
    const truths = [this.#truth, await loadTruth(this.#product, this.#realmId)];
    const heard = await this.#listen();
    for (const { event } of heard) this.#notePlaces(event);
    for (const { event, person } of heard) {
      const wishes = this.#mirrors.get(person)?.state.wishes;
      const hearer = { userId: person.userId, allPublic: wishes?.all_public_streams === true };
      const facts = {
        event,
        hearer,
        actorId: this.#actorId,
        recipients: this.#recipients,
        belongings: this.#belongings,
      };
      if (!truths.some((truth) => mayHear(truth, facts)))
        throw new Error(`${person.name} heard ${kindOf(event)}: ${JSON.stringify(event)}`);
    }
    this.#truth = truths[1] ?? this.#truth;
  }

  /** Nobody heard anything. @throws Error */
  async checkNothing(): Promise<void> {
    for (const { event, person } of await this.#listen())
      throw new Error(`${person.name} heard of others: ${JSON.stringify(event)}`);
  }

  async close(): Promise<void> {
    for (const mirror of this.#mirrors.values()) await mirror.close();
  }

  async #listen(): Promise<readonly { readonly person: Person; readonly event: Row }[]> {
    const heard: { readonly person: Person; readonly event: Row }[] = [];
    for (const [person, mirror] of this.#mirrors) {
      const events = await mirror.poll();
      if (events === null) this.#mirrors.delete(person);
      for (const event of events ?? []) heard.push({ person, event });
    }
    return heard;
  }

  #notePlaces(event: Row): void {
    if (event["type"] === "message") noteRecipient(this.#recipients, event["message"] as Row);
    if (event["type"] !== "update_message" || event["new_stream_id"] === undefined) return;
    for (const id of event["message_ids"] as number[])
      noteRecipient(this.#recipients, {
        id,
        type: "stream",
        stream_id: event["new_stream_id"],
      });
  }
}

async function loadTruth(product: Product, realmId: number): Promise<Truth> {
  const asked = [{ realmId, since: 0 }, { realmId }] as const;
  const users = await product.users.call(getUsersState, self, ...asked);
  return truthOf(users, await product.channels.call(getChannelsState, self, ...asked));
}
