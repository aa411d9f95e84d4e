import { AppError } from "@team-chat/errors";

const editable = ["read", "starred", "collapsed"] as const;
const fixed = new Set([
  "has_alert_word",
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "group_mentioned",
  "historical",
  "force_expand",
  "force_collapse",
]);

/** A change of a flag that users may change themselves. */
export interface FlagChange {
  readonly flag: (typeof editable)[number];
  readonly op: "add" | "remove";
}

/** Checks flag and op, in this order (docs/behaviour/messages.md#changing-flags). @throws BAD_REQUEST */
export function parseFlagChange({ flag, op }: { flag: string; op: string }): FlagChange {
  const known = editable.find((name) => name === flag);
  if (!known)
    throw refused(fixed.has(flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`);
  if (op !== "add" && op !== "remove") throw refused(`Invalid message flag operation: '${op}'`);
  return { flag: known, op };
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
