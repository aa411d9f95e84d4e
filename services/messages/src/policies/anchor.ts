import { AppError } from "@team-chat/errors";

/**
 * The anchor of `newest`, larger than any id; clients compare against this very number
 * (docs/behaviour/narrows.md#anchors).
 */
export const newestAnchor = 10_000_000_000_000_000;

/** Parses the position at which a range begins. @throws BAD_REQUEST */
export function parseAnchor(
  anchor: string | undefined,
  useFirstUnread: boolean,
): number | "first_unread" {
  if (useFirstUnread) return "first_unread";
  if (anchor === undefined) throw new AppError("BAD_REQUEST", "Missing 'anchor' argument.");
  if (anchor === "first_unread") return anchor;
  if (anchor === "newest") return newestAnchor;
  if (anchor === "oldest") return 0;
  if (!/^-?\d+$/.test(anchor)) throw new AppError("BAD_REQUEST", "Invalid anchor");
  return Math.min(Math.max(Number(anchor), 0), newestAnchor);
}
