import type { EntryEvent } from "../stream/entry.ts";

/** Beginning of the field whose value the queue alone knows. */
export const idField = ',"id":';

const noFlags: readonly string[] = [];
/** Of lists that many queues get; the lists belong to events, and go with them. */
const flagsFields = new WeakMap<readonly string[], string>();

/** Returns the flags of a message that a user sees: their own, or those of everybody who has none of their own. */
export function flagsFor(
  userId: number,
  { flags }: EntryEvent["domain"],
  received: boolean,
): readonly string[] {
  return (received ? (flags?.[userId] ?? flags?.["*"]) : undefined) ?? noFlags;
}

/** Writes the flags, and begins the id. */
export function flagsField(flags: readonly string[]): string {
  const known = flagsFields.get(flags);
  if (known !== undefined) return known;
  const text = `,"flags":${JSON.stringify(flags)}${idField}`;
  flagsFields.set(flags, text);
  return text;
}

/** Gives both spellings, because clients read either (docs/behaviour/events.md#message-events). */
export function localEcho(localId: string): string {
  const text = JSON.stringify(localId);
  return `,"local_message_id":${text},"local_id":${text}`;
}
