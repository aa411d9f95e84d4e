import { type QueueEvent, wholeText } from "./answers.ts";

interface FlagsEvent {
  readonly type: string;
  readonly op: string;
  readonly flag: string;
  readonly all: boolean;
  readonly messages: readonly number[];
  readonly id: number;
}

const flagsBeginning = '{"type":"update_message_flags"';

/**
 * Merges two events of a queue that follow each other directly into one, with the id of the later: when both add, or
 * both remove, the same flag (docs/behaviour/events.md#merged-flag-events). Null when they stay two: what takes the
 * flag `read` away says where messages are, and "everything" has no list.
 */
export function mergeFlags(earlier: QueueEvent | undefined, later: QueueEvent): QueueEvent | null {
  if (!later.text.startsWith(flagsBeginning) || earlier?.text.startsWith(flagsBeginning) !== true)
    return null;
  const [first, second] = [earlier, later].map(
    (event) => JSON.parse(wholeText(event)) as FlagsEvent,
  ) as [FlagsEvent, FlagsEvent];
  if (first.op !== second.op || first.flag !== second.flag) return null;
  if (first.all || second.all || (first.op === "remove" && first.flag === "read")) return null;
  const messages = [...new Set([...first.messages, ...second.messages])];
  const { id, ...fields } = second;
  return { text: JSON.stringify({ ...fields, messages }).slice(0, -1), fields: `,"id":`, id };
}
