import type { Person } from "../in-process/realm.ts";
import { done } from "./stage.ts";

interface Event {
  readonly type: string;
  readonly status_text?: string;
}

const mark = "Next";

/** Queues of everybody, and a request of which all of them hear. */
export class Listeners {
  readonly #queues: ReadonlyMap<Person, string>;

  private constructor(queues: ReadonlyMap<Person, string>) {
    this.#queues = queues;
  }

  static async open(people: readonly Person[]): Promise<Listeners> {
    const queues = people.map(async (person) => {
      const { queue_id } = await person.client.post("/register", {
        fetch_event_types: [],
        client_capabilities: { bulk_message_deletion: true, user_list_incomplete: true },
      });
      return [person, String(queue_id)] as const;
    });
    return new Listeners(new Map(await Promise.all(queues)));
  }

  /**
   * Changes something of which everybody hears, and from which nothing follows for other services: none of them catches
   * up because of it.
   */
  async mark(by: Person): Promise<void> {
    await done(by.client.post("/users/me/status", { status_text: mark }));
  }

  /** Lists the events that anybody got after the mark, or instead of it. */
  async late(): Promise<readonly string[]> {
    const late: string[] = [];
    for (const [{ client, name }, queue_id] of this.#queues) {
      const polled = await client.get("/events", { queue_id, last_event_id: -1, dont_block: true });
      const events = (polled["events"] ?? []) as readonly Event[];
      const marked = events.findLastIndex(({ status_text: text }) => text === mark);
      if (marked < 0 && polled.result === "success") late.push(`${name} heard no mark`);
      for (const event of events.slice(marked + 1))
        if (marked >= 0) late.push(`${name} heard late: ${JSON.stringify(event).slice(0, 200)}`);
    }
    return late;
  }

  async close(): Promise<void> {
    for (const [{ client }, queue_id] of this.#queues) await client.delete("/events", { queue_id });
  }
}
