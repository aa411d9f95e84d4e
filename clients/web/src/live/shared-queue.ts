import type { InitialData } from "../state/state.ts";
import {
  advanced,
  type Batch,
  lasting,
  newIn,
  type QueuedEvent,
  type Replica,
  replicaOf,
} from "./replica.ts";
import type { Connection, TabMessage } from "./tab-messages.ts";

/** What a tab needs of its browser and of the server. */
export interface Surroundings {
  /** Names the tab to others. */
  readonly tabId: string;
  readonly tell: (message: TabMessage) => void;
  readonly listen: (hear: (message: TabMessage) => void) => void;
  /**
   * Does something while no other tab does: once no other does any more, or at once when `takeOver` is given, which
   * ends it elsewhere. Resolves when it is done, when another tab has taken over (`end` is aborted), or when
   * `giveUp` is aborted before it has begun.
   */
  readonly leadAlone: (
    work: (end: AbortSignal) => Promise<void>,
    how: { readonly giveUp: AbortSignal } | { readonly takeOver: true },
  ) => Promise<void>;
  /** Tries until it succeeds, and tells `onTrouble` of each failure. */
  readonly persist: <T>(work: () => Promise<T>, end: AbortSignal) => Promise<T>;
  /** Has what is waited for tried at once. */
  readonly hurry: () => void;
  /** Resolves when a tab that lives would have answered. */
  readonly patience: () => Promise<void>;
  readonly register: () => Promise<InitialData>;
  /** Returns the events behind a position; null when the queue is lost. */
  readonly poll: (at: Replica, end: AbortSignal) => Promise<readonly QueuedEvent[] | null>;
  /** Returns who the browser's session is of. */
  readonly askWhoIAm: () => Promise<number>;
}

/** What a tab does with what it hears. */
export interface Listeners {
  /** Has what a queue begins with; the first time, and whenever events were missed. */
  readonly onReplica: (replica: Replica) => void;
  readonly onEvents: (events: readonly QueuedEvent[]) => void;
  readonly onConnection: (connection: Connection) => void;
  /** Somebody else has logged in: nothing of what this tab has is theirs. */
  readonly onOtherPerson: () => void;
}

const never = new AbortController().signal;

/**
 * Keeps a tab up with the server by one queue for all tabs of the browser (docs/adr/0041-one-queue-for-all-tabs.md).
 * One of them, the leader, registers and polls, and tells the others each batch before it acknowledges it, so that
 * whoever leads next can ask for what follows its own last event.
 */
export class SharedQueue {
  readonly #around: Surroundings;
  readonly #listeners: Listeners;
  #replica: Replica | null = null;
  #me: number | null = null;
  #connection: Connection = "connecting";
  #isLeading = false;
  #isAnswered = false;
  #isAsking = false;
  #isOver = false;
  #waiting = new AbortController();

  constructor(around: Surroundings, listeners: Listeners) {
    this.#around = around;
    this.#listeners = listeners;
    around.listen((message) => {
      this.#hear(message);
    });
  }

  /** What the server has told so far; null before anything was. */
  get replica(): Replica | null {
    return this.#replica;
  }

  /** Follows the leader, and leads when there is none; ends without an account, for which there is no queue. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      this.#waiting = new AbortController();
      const { signal } = this.#waiting;
      void this.check();
      await this.#around.leadAlone((end) => this.#lead(end), { giveUp: signal });
      if (signal.aborted)
        await this.#around.leadAlone((end) => this.#lead(end), { takeOver: true });
    }
  }

  /** Takes over from a leader that does not answer: its tab may be frozen. */
  async check(): Promise<void> {
    if (this.#isLeading || this.#isOver) return;
    this.#isAnswered = false;
    this.#isAsking = false;
    this.#ask(false);
    await this.#around.patience();
    if (!this.#isAnswered && !this.#isLeading) this.#waiting.abort();
  }

  /** Notes that a request of the leader has failed. */
  troubled(): void {
    this.#connect("reconnecting");
  }

  async #lead(end: AbortSignal): Promise<void> {
    this.#isLeading = true;
    this.#sayHere();
    try {
      while (!this.#isOver) await (this.#replica === null ? this.#register(end) : this.#poll(end));
    } catch (error) {
      if (!end.aborted) throw error;
    } finally {
      this.#isLeading = false;
    }
  }

  async #register(end: AbortSignal): Promise<void> {
    const data = await this.#around.persist(() => this.#around.register(), end);
    end.throwIfAborted();
    this.#me ??= data.user_id;
    const isOther = data.user_id !== this.#me;
    this.#isOver = isOther || data.queue_id === null;
    if (isOther) {
      this.#listeners.onOtherPerson();
      return;
    }
    this.#begin(replicaOf(data));
    // Others ask for what it knows: to write it down for nobody would take long in a large organization.
    this.#sayHere();
  }

  async #poll(end: AbortSignal): Promise<void> {
    const at = this.#replica;
    if (at === null) return;
    const events = await this.#around.persist(() => this.#around.poll(at, end), end);
    end.throwIfAborted();
    if (events === null) {
      this.#replica = null;
      return;
    }
    const batch: Batch = { queueId: at.queueId, after: at.lastEventId, events };
    // The next poll acknowledges them, after which the server need not have them any more.
    if (events.length > 0) this.#around.tell({ type: "events", ...batch });
    this.#take(batch);
    this.#connect("live");
  }

  #hear(message: TabMessage): void {
    if (message.type === "ask") {
      this.#answer(message);
      return;
    }
    this.#isAnswered = true;
    if (message.type === "events") this.#take(message);
    else if (this.#isLeading) return;
    else if (message.type === "replica") this.#adopt(message);
    else this.#compare(message);
  }

  #answer({ from, wantsReplica }: Extract<TabMessage, { type: "ask" }>): void {
    if (!this.#isLeading) return;
    this.#around.hurry();
    if (!wantsReplica || this.#replica === null) this.#sayHere();
    else this.#around.tell({ type: "replica", to: from, replica: lasting(this.#replica) });
  }

  /** Follows where the leader is, and asks for what it knows when something was missed. */
  #compare({ connection, lastEventId, queueId }: Extract<TabMessage, { type: "here" }>): void {
    this.#connect(connection);
    // One that leads since a moment has not heard what its predecessor was asked.
    if (this.#me !== null) this.#isAsking = false;
    // A leader that has not registered yet tells everybody when it has.
    if (queueId === "") return;
    if (queueId !== this.#replica?.queueId || lastEventId > this.#replica.lastEventId)
      void this.#want();
  }

  #take(batch: Batch): void {
    const fresh = this.#replica === null ? null : newIn(this.#replica, batch);
    if (this.#replica === null || fresh === null) {
      void this.#want();
      return;
    }
    this.#connect("live");
    if (fresh.length === 0) return;
    this.#replica = advanced(this.#replica, fresh);
    this.#listeners.onEvents(fresh);
  }

  #adopt({ replica, to }: Extract<TabMessage, { type: "replica" }>): void {
    if (to !== this.#around.tabId) return;
    if (this.#me === null) {
      void this.#want();
      return;
    }
    this.#isAsking = false;
    const { lastEventId, queueId, state } = replica;
    if (state.me !== this.#me) void this.#meet();
    else if (queueId !== this.#replica?.queueId || lastEventId > this.#replica.lastEventId)
      this.#begin(replica);
  }

  /** Asks the leader for what it knows, once this tab knows that it is for the same person. */
  async #want(): Promise<void> {
    if (this.#isLeading || this.#isAsking) return;
    this.#isAsking = true;
    this.#me ??= await this.#around.persist(() => this.#around.askWhoIAm(), never);
    this.#ask(true);
  }

  /** Decides what a leader of another person means: one has logged in while this tab, or that of the leader, was away. */
  async #meet(): Promise<void> {
    const me = await this.#around.persist(() => this.#around.askWhoIAm(), never);
    if (me !== this.#me) this.#listeners.onOtherPerson();
    else if (!this.#isLeading) this.#waiting.abort();
  }

  #begin(replica: Replica): void {
    this.#replica = replica;
    this.#listeners.onReplica(replica);
    this.#connect("live");
  }

  #ask(wantsReplica: boolean): void {
    this.#around.tell({ type: "ask", from: this.#around.tabId, wantsReplica });
  }

  #connect(connection: Connection): void {
    if (connection === this.#connection) return;
    this.#connection = connection;
    this.#listeners.onConnection(connection);
    if (this.#isLeading) this.#sayHere();
  }

  #sayHere(): void {
    const { lastEventId = -1, queueId = "" } = this.#replica ?? {};
    const connection = this.#connection;
    this.#around.tell({ type: "here", queueId, lastEventId, connection });
  }
}
