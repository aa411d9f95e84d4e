/** An object of the initial data or of an event. */
type Thing = Record<string, unknown>;
type Sections = Readonly<Record<string, readonly Thing[]>>;
interface ClientEvent extends Thing {
  readonly type: string;
}

/** State of a client's channels: initial data, then events, by the rules that clients follow. */
export class ClientModel {
  readonly #me: number;
  readonly #streams = new Map<number, Thing>();
  readonly #subscriptions = new Map<number, Thing>();
  /** Visible channels that the user was subscribed to, as far as it knows. */
  readonly #left: Set<number>;
  /** Subscribers of visible channels. */
  readonly #subscribers = new Map<number, Set<number>>();
  readonly #topics = new Map<string, Thing>();
  /** The older form, for clients that ask for it alone: channel name, topic, time. */
  #muted: readonly (readonly unknown[])[] | undefined;
  readonly #hasTopics: boolean;
  #defaults: unknown;

  constructor(me: number, sections: Sections) {
    this.#me = me;
    for (const stream of sections["streams"] ?? []) this.#streams.set(idOf(stream), { ...stream });
    for (const list of ["subscriptions", "unsubscribed", "never_subscribed"])
      for (const channel of sections[list] ?? [])
        this.#subscribers.set(idOf(channel), new Set(channel["subscribers"] as number[]));
    for (const { subscribers: _, ...own } of sections["subscriptions"] ?? [])
      this.#subscriptions.set(idOf(own), own);
    this.#left = new Set((sections["unsubscribed"] ?? []).map(idOf));
    for (const topic of sections["user_topics"] ?? []) this.#topics.set(topicOf(topic), topic);
    this.#muted = sections["muted_topics"] as readonly unknown[][] | undefined;
    this.#hasTopics = sections["user_topics"] !== undefined;
    this.#defaults = sections["realm_default_streams"];
  }

  apply(event: ClientEvent): void {
    const { op, type } = event;
    switch (`${type} ${typeof op === "string" ? op : ""}`.trim()) {
      case "stream create":
        for (const stream of event["streams"] as Thing[]) this.#appear(stream);
        break;
      case "stream delete":
        for (const channelId of event["stream_ids"] as number[]) this.#vanish(channelId);
        break;
      case "stream update":
        this.#changeStream(event);
        break;
      case "subscription add":
        for (const subscription of event["subscriptions"] as Thing[]) this.#join(subscription);
        break;
      case "subscription remove":
        for (const { stream_id } of event["subscriptions"] as Thing[])
          this.#leave(stream_id as number);
        break;
      case "subscription update":
        this.#subscriptionOf(event)[String(event["property"])] = event["value"];
        break;
      case "subscription peer_add":
      case "subscription peer_remove":
        this.#changePeers(event);
        break;
      case "default_streams":
        this.#defaults = event["default_streams"];
        break;
      case "user_topic":
        if (this.#hasTopics) this.#setTopic(event);
        break;
      case "muted_topics":
        this.#muted &&= event["muted_topics"] as readonly unknown[][];
        break;
      default:
        throw new Error(`A client does not know ${type} ${String(op)}.`);
    }
  }

  /** Everything, in a form that two clients can be compared by. */
  get state() {
    const sorted = (map: ReadonlyMap<number, unknown>) => [...map].toSorted(([a], [b]) => a - b);
    const subscribers = [...this.#subscribers].map(([id, users]): [number, number[]] => [
      id,
      [...users].toSorted((a, b) => a - b),
    ]);
    return {
      streams: sorted(this.#streams),
      subscriptions: sorted(this.#subscriptions),
      left: [...this.#left].toSorted((a, b) => a - b),
      subscribers: sorted(new Map(subscribers)),
      topics: [...this.#topics].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      muted: this.#muted?.map(String).toSorted(),
      defaults: this.#defaults,
    };
  }

  #appear(stream: Thing): void {
    const id = idOf(stream);
    if (this.#streams.has(id)) throw new Error(`Channel ${id} appears but is known.`);
    this.#streams.set(id, { ...stream });
    this.#subscribers.set(id, new Set());
  }

  #vanish(id: number): void {
    if (!this.#streams.delete(id)) throw new Error(`Channel ${id} vanishes but is not known.`);
    if (this.#subscriptions.has(id)) throw new Error(`Channel ${id} vanishes but is subscribed.`);
    this.#subscribers.delete(id);
    this.#left.delete(id);
  }

  #join({ subscribers, ...subscription }: Thing): void {
    const id = idOf(subscription);
    const stream = this.#streams.get(id);
    if (!stream) throw new Error(`Channel ${id} is subscribed but not known.`);
    if (this.#subscriptions.has(id)) throw new Error(`Channel ${id} is subscribed twice.`);
    this.#subscriptions.set(id, subscription);
    this.#left.delete(id);
    this.#subscribers.set(id, new Set(subscribers as number[]));
    this.#count(id);
  }

  #leave(id: number): void {
    if (!this.#subscriptions.delete(id))
      throw new Error(`Channel ${id} is left but not subscribed.`);
    this.#left.add(id);
    this.#subscribers.get(id)?.delete(this.#me);
    this.#count(id);
  }

  #changePeers({ op, stream_ids, user_ids }: Thing): void {
    for (const id of stream_ids as number[]) {
      const known = this.#subscribers.get(id);
      if (!known) throw new Error(`Channel ${id} has peers but is not known.`);
      for (const userId of user_ids as number[]) {
        if (userId === this.#me) throw new Error("A client is told of itself as of a peer.");
        if (known.has(userId) === (op === "peer_add")) throw new Error(`${userId} ${String(op)}`);
        if (op === "peer_add") known.add(userId);
        else known.delete(userId);
      }
      this.#count(id);
    }
  }

  #count(id: number): void {
    const subscriber_count = this.#subscribers.get(id)?.size ?? 0;
    for (const map of [this.#streams, this.#subscriptions]) {
      const known = map.get(id);
      if (known) map.set(id, { ...known, subscriber_count });
    }
  }

  #setTopic({ type: _type, ...topic }: ClientEvent): void {
    if (topic["visibility_policy"] === 0) this.#topics.delete(topicOf(topic));
    else this.#topics.set(topicOf(topic), topic);
  }

  #changeStream(event: Thing): void {
    const { id: _id, name, op: _op, property, stream_id, type: _type, value, ...more } = event;
    const stream = this.#streams.get(idOf(event));
    if (!stream) throw new Error(`Channel ${idOf(event)} changes but is not known.`);
    if (stream["name"] !== name) throw new Error(`${String(name)} is not known by this name.`);
    if (property === "name")
      this.#muted &&= this.#muted.map(([channel, ...rest]) => [
        channel === name ? value : channel,
        ...rest,
      ]);
    const changes = { ...more, [String(property)]: value };
    Object.assign(stream, changes);
    Object.assign(this.#subscriptions.get(stream_id as number) ?? {}, changes);
  }

  #subscriptionOf(event: Thing): Thing {
    const subscription = this.#subscriptions.get(idOf(event));
    if (!subscription) throw new Error(`Channel ${idOf(event)} changes but is not subscribed.`);
    return subscription;
  }
}

function idOf(thing: Thing): number {
  return thing["stream_id"] as number;
}

function topicOf(topic: Thing): string {
  return `${idOf(topic)} ${String(topic["topic_name"]).toLowerCase()}`;
}
