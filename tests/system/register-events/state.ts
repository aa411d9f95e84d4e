/** An object of the API; what it must be, the schemas say. */
export type Row = Record<string, unknown>;

/** State of a client: the initial data, and the messages it has loaded, by id. */
export interface ClientState {
  readonly userId: number;
  readonly wishes: Wishes;
  readonly data: Row;
  readonly messages: Map<number, Row>;
  /**
   * True if `messages` has only those that the registration called unread: fetching others would not be of the same
   * moment.
   */
  readonly onlyUnread: boolean;
  /** Channels that came into being since: of their messages the client has all that its user gets. */
  readonly young: Set<number>;
  /** Older channels that the user was subscribed to since: of their messages the client has only what came since. */
  readonly partial: Set<number>;
  /** Messages of which events said that they are deleted. */
  readonly gone: Set<number>;
  /** Users who are there; null when presences were not asked for. */
  readonly present: Set<number> | null;
}

/** Choices of a client when it registers. */
export interface Wishes {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly include_subscribers: "true" | "false" | "partial";
  readonly slim_presence: boolean;
  readonly all_public_streams: boolean;
  readonly client_capabilities: Readonly<Record<string, boolean>>;
  /** Null for all types. */
  readonly event_types: readonly string[] | null;
}

/** Thrown when an event does not fit to what the client knows. */
export class Misfit extends Error {}

/** A list of the initial data; null when the section was not asked for. */
export function listOf(state: ClientState, key: string): Row[] | null {
  const list = state.data[key];
  return Array.isArray(list) ? (list as Row[]) : null;
}

/** The entry with this value. @throws Misfit */
export function entryOf(list: readonly Row[], key: string, value: unknown): Row {
  const found = list.find((entry) => entry[key] === value);
  if (!found) throw new Misfit(`There is no entry with ${key} ${String(value)}.`);
  return found;
}

/** Adds an entry that must be new. @throws Misfit */
export function addEntry(list: Row[], key: string, entry: Row): void {
  if (list.some((other) => other[key] === entry[key]))
    throw new Misfit(`${key} ${String(entry[key])} is there already.`);
  list.push(entry);
}

/** Takes the entry with this value out. @throws Misfit */
export function takeEntry(list: Row[], key: string, value: unknown): Row {
  const entry = entryOf(list, key, value);
  list.splice(list.indexOf(entry), 1);
  return entry;
}

export function numbers(value: unknown): number[] {
  return (value ?? []) as number[];
}

export function rows(value: unknown): Row[] {
  return (value ?? []) as Row[];
}
