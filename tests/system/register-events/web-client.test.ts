import {
  apply,
  fromRegister,
  type InitialData,
  initialDataOf,
  type KeptData,
  nothingKept,
  type ServerEvent,
  type State,
  wishes,
} from "@team-chat/web";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Product } from "../in-process/product.ts";
import type { Person } from "../in-process/realm.ts";
import { Coverage } from "./coverage.ts";
import { differences } from "./difference.ts";
import { failuresOf, isFull, limit } from "./runs.ts";
import type { Row } from "./state.ts";
import { anyHistory, type StepsOfWindow } from "./steps.ts";
import { Windows } from "./windows.ts";
import { anyCast, type Cast } from "./wishes.ts";

let product: Product;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(() => product[Symbol.asyncDispose]());

describe("the web client (docs/subsystems/web-client.md#state)", () => {
  test(
    "the web client's state after a register and its events is that of a fresh register",
    limit,
    async ({ expect }) => {
      const some = fc.tuple(anyHistory({ whole: isFull }), anyCast);
      expect(await failuresOf(some, { few: 2, of: 2 }, compareStates)).toEqual([]);

      /**
       * People of all roles keep up by events while others act; what each client has is compared after a few steps with
       * all initial data. Clients of the next steps register with what is left of those before.
       */
      async function compareStates([history, cast]: readonly [
        readonly StepsOfWindow[],
        readonly Cast[],
      ]): Promise<void> {
        const windows = await Windows.open({ product, coverage: new Coverage() }, cast);
        const keptBy = new Map<Person, KeptData>();
        let clients = await openAll(windows.people, keptBy);
        for (const steps of history) {
          await windows.act(steps);
          await product.settle();
          for (const client of clients) {
            if (!(await client.catchUp())) continue;
            const fresh = await WebClient.open(client.person);
            if (fresh === null)
              throw new Error(`${client.person.name} hears events, and is locked out.`);
            const found = differences(comparable(client.state), comparable(fresh.state));
            if (found.length > 0) throw new Error(`${client.person.name}: ${found.join("\n")}`);
            await fresh.close();
          }
          await windows.compare(false);
          await Promise.all(clients.map((client) => client.close()));
          for (const { kept, person } of clients) keptBy.set(person, kept);
          clients = await openAll(windows.people, keptBy);
        }
        await windows.close();
      }
    },
  );
});

async function openAll(
  people: readonly Person[],
  keptBy: ReadonlyMap<Person, KeptData>,
): Promise<readonly WebClient[]> {
  const opened = await Promise.all(
    people.map((person) => WebClient.open(person, keptBy.get(person) ?? nothingKept)),
  );
  return opened.filter((client) => client !== null);
}

/** The state of a web client, without a browser around it. */
class WebClient {
  readonly person: Person;
  readonly #queueId: string;
  readonly kept: KeptData;
  state: State;

  private constructor(person: Person, data: InitialData, kept: KeptData) {
    this.person = person;
    this.#queueId = data.queue_id ?? "";
    this.kept = kept;
    this.state = fromRegister(data);
  }

  /** Registers with what an earlier visit has left, if it has; returns null when the person has been locked out. */
  static async open(person: Person, base?: KeptData): Promise<WebClient | null> {
    const more = base === undefined ? {} : { initial_data_blocks: base.known };
    const answer = await person.client.post("/register", { ...wishes, ...more });
    if (answer.result !== "success") return null;
    const made = initialDataOf(base ?? nothingKept, answer);
    if (made === null) throw new Error(`${person.name} was told of other initial data.`);
    return new WebClient(person, made.data, made.kept);
  }

  /** Applies the events since; false when the queue has ended. */
  async catchUp(): Promise<boolean> {
    const asked = { queue_id: this.#queueId, last_event_id: -1, dont_block: true };
    const answer = await this.person.client.get("/events", asked);
    if (answer.result !== "success") return false;
    for (const event of answer["events"] as ServerEvent[]) this.state = apply(this.state, event);
    return true;
  }

  async close(): Promise<void> {
    await this.person.client.delete("/events", { queue_id: this.#queueId });
  }
}

/**
 * Reduces a state to what events alone tell: not which message of a direct conversation is the newest when that one is
 * deleted, nor since when people are there, and who is writing is in no registration.
 */
function comparable(state: State): Row {
  const {
    directs: _,
    messages: __,
    presences: ___,
    timelines: ____,
    typing: _____,
    ...announced
  } = state;
  const { groups, mentions, mutedPeople, unread, ...plain } = announced;
  const entries = Object.entries(plain).map(([name, value]) => [
    name,
    value instanceof Map ? Object.fromEntries(value) : value,
  ]);
  return {
    ...Object.fromEntries(entries),
    groups: Object.fromEntries([...groups].map(([id, group]) => [id, comparableGroup(group)])),
    mentions: [...mentions].toSorted((a, b) => a - b),
    mutedPeople: [...mutedPeople].toSorted((a, b) => a - b),
    unread: Object.fromEntries([...unread].map(([key, { ids }]) => [key, ids])),
  };
}

/** The order of who is in a group says nothing. */
function comparableGroup(group: Row): Row {
  const ids = (name: string) => (group[name] as number[]).toSorted((a, b) => a - b);
  return { ...group, members: ids("members"), direct_subgroup_ids: ids("direct_subgroup_ids") };
}
