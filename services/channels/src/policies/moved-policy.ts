/** `visibility_policy` by how much it shows: muted, none, unmuted, followed. */
const byVisibility = [1, 0, 2, 3];

/**
 * Returns a user's preference for the topic that another one was moved into, 0 is none: in a merge the more visible
 * one, else the one that moved, unless there was none (docs/behaviour/subscriptions.md#preferences-that-move).
 */
export function movedPolicy(
  moved: number,
  { isMerge, there }: { readonly there: number; readonly isMerge: boolean },
): number {
  if (!isMerge) return moved === 0 ? there : moved;
  return byVisibility.indexOf(moved) > byVisibility.indexOf(there) ? moved : there;
}
