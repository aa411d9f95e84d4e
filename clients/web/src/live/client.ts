import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

import type { Insertion } from "../actions/quote.ts";
import { type Route, routeOf } from "../narrow/address.ts";
import { apply } from "../state/apply.ts";
import { carryOver } from "../state/from-register.ts";
import {
  type ChannelGroup,
  channelGroups,
  type Counts,
  countsOf,
  unreadInOrder,
} from "../state/selectors.ts";
import type { ServerEvent, State, Unread } from "../state/state.ts";
import { forgetKept, loadKept } from "../storage/kept-state.ts";
import { joinTabs } from "./join-tabs.ts";
import { partsOf } from "./parts.ts";
import type { Replica } from "./replica.ts";
import type { Connection } from "./tab-messages.ts";

/** Joins what views show with what they may do: the state, and where the client is. */
export class Client {
  readonly state: Signal<State>;
  readonly connection = signal<Connection>("live");
  /** What the browser was asked to keep last for the next visit; null for nothing yet. */
  readonly kept = signal<State | null>(null);
  readonly hasNewVersion = signal(false);
  /** The own message that is being edited; null for none. */
  readonly editing = signal<number | null>(null);
  /** Text that waits for the box of its conversation to be shown; null for none. */
  readonly insertion = signal<Insertion | null>(null);
  readonly route: ReadonlySignal<Route>;
  readonly counts: ReadonlySignal<Counts>;
  /** One's channels as they are shown. */
  readonly groups: ReadonlySignal<readonly ChannelGroup[]>;
  /** What is unread and not muted, as the inbox shows it. */
  readonly inbox: ReadonlySignal<readonly Unread[]>;
  /** The event queue, which messages are sent for; empty before the first registration, and without an account. */
  queueId: string;
  readonly #hash = signal(location.hash);
  readonly #onEvent = new Set<(event: ServerEvent) => void>();
  readonly #onRegister = new Set<() => void>();

  /** @param queueId empty while nothing is heard yet, or without an account */
  constructor(state: State, queueId: string) {
    this.state = signal(state);
    this.queueId = queueId;
    const known = partsOf(this.state, ["channels", "me"]);
    const unread = partsOf(this.state, ["channels", "mutedPeople", "topicPolicies", "unread"]);
    const channels = partsOf(this.state, ["channels", "folders"]);
    this.route = computed(() => routeOf(this.#hash.value, known.value));
    this.counts = computed(() => countsOf(unread.value));
    this.groups = computed(() => channelGroups(channels.value));
    this.inbox = computed(() => unreadInOrder(unread.value, this.groups.value));
    addEventListener("hashchange", () => {
      this.#hash.value = location.hash;
    });
  }

  /** Tells whether somebody looks who has no account. */
  get isSpectator(): boolean {
    return this.state.peek().me === 0;
  }

  /** Begins anew after a queue was lost, with what is on the screen. */
  begin({ queueId, state }: Replica): void {
    this.queueId = queueId;
    this.state.value = carryOver(this.state.value, state);
    for (const listener of this.#onRegister) listener();
  }

  /** Takes what an earlier visit has left of conversations, for a client that began before that was read. */
  recall(kept: State): void {
    const state = this.state.peek();
    if (state.timelines.size === 0) this.state.value = carryOver(kept, state);
  }

  /** Applies events all at once, so that views are drawn once. */
  hear(events: readonly ServerEvent[]): void {
    let next = this.state.peek();
    for (const event of events) next = apply(next, event);
    this.state.value = next;
    for (const event of events) for (const listener of this.#onEvent) listener(event);
  }

  /** Has a function told when a queue was lost, and all messages are loaded again; returns how to end that. */
  onRegister(listener: () => void): () => void {
    this.#onRegister.add(listener);
    return () => this.#onRegister.delete(listener);
  }

  /** Has a function told of each event, after it was applied; returns how to end that. */
  onEvent(listener: (event: ServerEvent) => void): () => void {
    this.#onEvent.add(listener);
    return () => this.#onEvent.delete(listener);
  }
}

/**
 * Keeps a client up to date for ever. `show` is called once, when there is something to show: what the last visit has
 * left, or what the server or another tab tells.
 */
export async function startClient(
  show: (client: Client) => void,
  onFailure: () => void,
): Promise<never> {
  let client: Client | undefined;
  let connection: Connection = "connecting";
  void loadKept().then((kept) => {
    if (kept === null) return;
    if (client === undefined) {
      client = new Client(kept, "");
      client.connection.value = connection;
      show(client);
    } else client.recall(kept);
  });
  return joinTabs({
    onReplica: (replica) => {
      if (client === undefined) {
        client = new Client(replica.state, replica.queueId);
        show(client);
      } else if (client.state.peek().me === replica.state.me) client.begin(replica);
      else void beginAnew();
    },
    onEvents: (events) => client?.hear(events),
    onConnection: (next) => {
      connection = next;
      if (client !== undefined) client.connection.value = next;
      else if (next === "reconnecting") onFailure();
    },
    onOtherPerson: () => void beginAnew(),
  });
}

/** Loads the page again for somebody else, of whom nothing is on the screen. */
async function beginAnew(): Promise<void> {
  await forgetKept();
  location.reload();
}
