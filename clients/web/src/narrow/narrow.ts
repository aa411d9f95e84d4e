import { conversationOf, keyOf, type Narrow } from "../state/conversation.ts";
import type { LoadedMessage } from "../state/state.ts";

/** Returns a text that is equal for the same narrow only. */
export function narrowKey(narrow: Narrow): string {
  if (narrow.kind === "search") return `s${JSON.stringify(narrow.terms)}`;
  return narrow.kind === "channel" ? `c${String(narrow.channelId)}` : keyOf(narrow);
}

/** Tells whether a message belongs to a narrow; of searches only the server knows. */
export function matches(narrow: Narrow, message: LoadedMessage, me: number): boolean {
  if (narrow.kind === "search") return false;
  if (narrow.kind === "channel") return message.stream_id === narrow.channelId;
  return keyOf(narrow) === keyOf(conversationOf(message, me));
}

/** Returns the terms with which the API is asked for a narrow. */
export function termsOf(
  narrow: Narrow,
): { operator: string; operand: string | number | number[]; negated?: boolean }[] {
  if (narrow.kind === "search")
    return narrow.terms.map(({ negated, operand, operator }) => ({
      operator,
      operand: typeof operand === "object" ? [...operand] : operand,
      negated,
    }));
  if (narrow.kind === "direct") return [{ operator: "dm", operand: [...narrow.userIds] }];
  const channel = { operator: "channel", operand: narrow.channelId };
  return narrow.kind === "channel"
    ? [channel]
    : [channel, { operator: "topic", operand: narrow.topic }];
}
