import type { QueuedEvent } from "../../src/live/replica.ts";
import { fromRegister } from "../../src/state/from-register.ts";
import type { InitialData, ServerEvent, State } from "../../src/state/state.ts";

interface Queue {
  readonly person: number;
  /** Ids count from here on. */
  readonly begin: number;
  acknowledged: number;
  /** Answers the poll that waits. */
  waiting: ((events: readonly QueuedEvent[] | null) => void) | null;
}

interface Logged {
  readonly person: number;
  readonly position: number;
  readonly event: ServerEvent;
}

type Draft = InitialData["drafts"][number];

/** What the server promises of registrations and queues (docs/behaviour/events.md), with drafts as all that there is. */
export class ServerModel {
  /** Who the browser's session is of. */
  person = 1;
  registrations = 0;
  readonly #queues = new Map<string, Queue>();
  readonly #drafts = new Map<number, Map<number, Draft>>();
  readonly #log: Logged[] = [];
  #position = 0;

  /** Polls that wait. */
  get polls(): number {
    return [...this.#queues.values()].filter(({ waiting }) => waiting !== null).length;
  }

  register(): InitialData {
    this.registrations += 1;
    const queueId = `queue-${String(this.registrations)}`;
    this.#queues.set(queueId, {
      person: this.person,
      begin: this.#position,
      acknowledged: -1,
      waiting: null,
    });
    return this.#data(queueId);
  }

  /** Returns the state of somebody who registers now. */
  get fresh(): State {
    return fromRegister(this.#data(""));
  }

  /** Calls with the events behind a position, once there are some; with null when the queue is lost. */
  poll(
    queueId: string,
    lastEventId: number,
    answer: (events: readonly QueuedEvent[] | null) => void,
  ): void {
    const queue = this.#queues.get(queueId);
    // What was acknowledged is refused, and has the client register anew as well.
    if (queue?.person !== this.person || lastEventId < queue.acknowledged) {
      answer(null);
      return;
    }
    queue.waiting?.([]);
    queue.waiting = null;
    queue.acknowledged = lastEventId;
    const events = this.#log
      .filter(({ person, position }) => person === queue.person && position > queue.begin)
      .map(({ event, position }) => ({ ...event, id: position - queue.begin }))
      .filter(({ id }) => id > lastEventId);
    if (events.length > 0) answer(events);
    else queue.waiting = answer;
  }

  /** Makes, changes or deletes a draft of the person. */
  change(choice: number): void {
    const drafts = this.#draftsOf(this.person);
    const id = choice % 4;
    const draft = { id, content: String(this.#position) } as Draft;
    if (!drafts.has(id)) {
      drafts.set(id, draft);
      this.#happen({ type: "drafts", op: "add", drafts: [draft] });
    } else if (choice % 3 === 0) {
      drafts.delete(id);
      this.#happen({ type: "drafts", op: "remove", draft_id: id });
    } else {
      drafts.set(id, draft);
      this.#happen({ type: "drafts", op: "update", draft });
    }
  }

  /** Answers all polls with a heartbeat, as after a minute. */
  beat(): void {
    this.#position += 1;
    for (const queue of this.#queues.values()) this.#wake(queue, { type: "heartbeat" });
  }

  /** Forgets what was acknowledged, as a process that takes over from another. */
  restart(): void {
    for (const queue of this.#queues.values()) queue.acknowledged = -1;
  }

  /** Ends all queues. */
  endQueues(): void {
    for (const { waiting } of this.#queues.values()) waiting?.(null);
    this.#queues.clear();
  }

  #happen(event: ServerEvent): void {
    this.#position += 1;
    this.#log.push({ person: this.person, position: this.#position, event });
    for (const queue of this.#queues.values())
      if (queue.person === this.person) this.#wake(queue, event);
  }

  #wake(queue: Queue, event: ServerEvent): void {
    queue.waiting?.([{ ...event, id: this.#position - queue.begin }]);
    queue.waiting = null;
  }

  #draftsOf(person: number): Map<number, Draft> {
    const drafts = this.#drafts.get(person) ?? new Map<number, Draft>();
    this.#drafts.set(person, drafts);
    return drafts;
  }

  #data(queueId: string): InitialData {
    const empty = {
      realm_users: [],
      cross_realm_bots: [],
      realm_non_active_users: [],
      realm_user_groups: [],
      user_status: {},
      custom_profile_fields: [],
      never_subscribed: [],
      unsubscribed: [],
      subscriptions: [],
      channel_folders: [],
      user_topics: [],
      muted_users: [],
      unread_msgs: { streams: [], pms: [], huddles: [], mentions: [] },
      recent_private_conversations: [],
      realm_emoji: {},
      user_settings: {},
    };
    return {
      ...empty,
      queue_id: queueId,
      last_event_id: -1,
      user_id: this.person,
      drafts: [...this.#draftsOf(this.person).values()],
    } as unknown as InitialData;
  }
}
